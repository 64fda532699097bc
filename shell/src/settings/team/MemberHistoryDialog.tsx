import { Widget } from '@plumbline/contract'
import { Button, Dialog } from '@plumbline/ui'
import type { Member } from './teamCalls.ts'

type MemberHistoryDialogProps = { member: Member; onClose: () => void }

/** What happened to a member and who did it, as the histories of other records show it. */
export const MemberHistoryDialog = ({ member, onClose }: MemberHistoryDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={`History of ${member.name}`}
    footer={<Button onClick={onClose}>Done</Button>}
  >
    <Widget
      remote="crm"
      name="RecordHistory"
      props={{ record: `member-${member.id}` }}
      otherwise="Histories are not installed."
    />
  </Dialog>
)
