import { css } from '@emotion/react'
import { standardTexts } from '@plumbline/business/api'
import { Card, color, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { businessQuery } from './queries.ts'
import { type Template, templateGroups } from './templates.ts'

const groups = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr));
  gap: ${space(4)};
  align-items: start;
  ul { margin: 0; padding: 0; list-style: none; }
  li + li { border-top: 1px solid ${color.line}; }
  li button { width: 100%; min-height: 44px; padding: ${space(2)} ${space(5)}; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
  li button:hover { background: ${color.paper}; }
  li button:focus-visible { outline-offset: -2px; }
`

/** Quick texts; choosing one inserts it into the composer and sends nothing. */
export function TemplatesTab({ onChoose }: { onChoose: (template: Template) => void }) {
  const { data: texts = standardTexts } = useQuery({ ...businessQuery(), select: (it) => it.texts })
  return (
    <div css={groups}>
      {templateGroups(texts).map(([title, templates]) => (
        <Card key={title} title={title} flush>
          <ul>
            {templates.map((template) => (
              <li key={template.id}>
                <button type="button" onClick={() => onChoose(template)}>
                  {template.name}
                </button>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}
