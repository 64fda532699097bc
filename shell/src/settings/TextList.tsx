import { css } from '@emotion/react'
import { messageTexts, partsOf, type TextName, textKey, textNames } from '@plumbline/business/api'
import { Badge, Card, color, IconButton, phone, space, text } from '@plumbline/ui'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { SectionProps } from './SectionForm.tsx'
import { TextDialog } from './TextDialog.tsx'

const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    padding: ${space(2)} ${space(5)};
    border-top: 1px solid ${color.line};
  }
  li > div { flex: 1; min-width: 0; }
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
  ${phone} { li { padding-inline: ${space(4)}; } }
`

const channelsOf = (name: TextName) =>
  messageTexts[name].channels.map((channel) => (channel === 'sms' ? 'SMS' : 'Email')).join(', ')

/** The texts that customers get, each of which can be said in other words. */
export function TextList({ business, record }: SectionProps) {
  const [edited, setEdited] = useState<TextName>()
  const isSet = (name: TextName) => partsOf(name).some((part) => textKey(name, part) in business.texts.words)
  return (
    <Card title="Texts" flush>
      <p
        css={{ padding: `${space(4)} ${space(5)}`, color: color.muted, [phone]: { paddingInline: space(4) } }}
      >
        What customers read. Messages that were already written keep their words.
      </p>
      <ul css={list} aria-label="Texts">
        {textNames.map((name) => {
          const { label } = messageTexts[name]
          return (
            <li key={name}>
              <div>
                <b>{label}</b> {isSet(name) && <Badge>Your words</Badge>}
                <small>{channelsOf(name)}</small>
              </div>
              <IconButton label={`Edit ${label}`} icon={Pencil} onClick={() => setEdited(name)} />
            </li>
          )
        })}
      </ul>
      {edited && (
        <TextDialog name={edited} business={business} record={record} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  )
}
