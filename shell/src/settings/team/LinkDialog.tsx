import { css } from '@emotion/react'
import { formatDateTime, toast } from '@plumbline/contract'
import {
  Button,
  buttonStyle,
  copyText,
  Dialog,
  ErrorState,
  Field,
  Input,
  phone,
  Skeleton,
  space,
} from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Mail } from 'lucide-react'
import { useEffect } from 'react'
import { useSite } from '../../site.ts'
import { issueLink, type Member, membersQuery } from './teamCalls.ts'

const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  ${phone} { > * { flex: 1 1 auto; } }
`

async function copy(url: string) {
  try {
    await copyText(url)
    toast({ title: 'Copied', description: 'Paste it into a message to them.' })
  } catch {
    const description = 'Select the link and copy it by hand.'
    toast({ title: 'Could not copy the link', description, tone: 'destructive' })
  }
}

type LinkDialogProps = { member: Member; onClose: () => void }

/** A new link for a member, shown once, to be copied or sent with the mail program of this device. */
export function LinkDialog({ member, onClose }: LinkDialogProps) {
  const { business } = useSite()
  const queryClient = useQueryClient()
  const isInvited = member.state === 'invited'
  // each opening of the dialog makes one link, which is remembered no longer than it is open; fetched again it would end
  const { data, error, isLoadingError, refetch } = useQuery({
    queryKey: ['team', 'link', member.id],
    queryFn: () => issueLink(member.id),
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  })
  useEffect(() => {
    if (data) void queryClient.invalidateQueries({ queryKey: membersQuery().queryKey })
  }, [data, queryClient])
  const url = data && `${window.location.origin}/join#${data.token}`
  const subject = isInvited ? `Join ${business.name}` : `Your password at ${business.name}`
  const letter = isInvited
    ? `Here you choose your password, and sign in as ${member.name}:`
    : `Here you choose a new password for ${member.name}:`
  return (
    <Dialog
      open
      onClose={onClose}
      title={isInvited ? `Link for ${member.name} to join` : `Link for a new password of ${member.name}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {isLoadingError ? (
        <ErrorState title="The link could not be made" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : !url ? (
        <Skeleton height={120} />
      ) : (
        <div css={{ display: 'grid', gap: space(4) }}>
          <Field
            label="Link"
            hint={`Give it to nobody else. It is shown this once, works once, until ${formatDateTime(data.validUntil)}, and ends the link before.`}
          >
            <Input readOnly value={url} onFocus={(event) => event.target.select()} />
          </Field>
          <div css={actions}>
            <Button tone="primary" onClick={() => void copy(url)}>
              <Copy size={16} aria-hidden />
              Copy link
            </Button>
            <a
              css={buttonStyle()}
              href={`mailto:${encodeURIComponent(member.email ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${letter}\n\n${url}`)}`}
            >
              <Mail size={16} aria-hidden />
              Write an email
            </a>
          </div>
        </div>
      )}
    </Dialog>
  )
}
