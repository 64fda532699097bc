import { type ColorName, color, light, radius, space, text } from '../../src/tokens.ts'
import { Columns, Section } from '../Section.tsx'

const sample = 'The tool that shows what is true'
const isOpaque = (name: string) => !['overlay', 'shade'].includes(name)

const Swatch = ({ name }: { name: ColorName }) => (
  <div css={{ display: 'flex', alignItems: 'center', gap: space(3) }}>
    <span
      css={{ width: 36, height: 36, border: `1px solid ${color.line}`, borderRadius: radius.control }}
      style={{ background: color[name] }}
    />
    {name}
  </div>
)

export const Tokens = () => (
  <Section title="Tokens">
    <Columns min={140}>
      {(Object.keys(light) as ColorName[]).filter(isOpaque).map((name) => (
        <Swatch key={name} name={name} />
      ))}
    </Columns>
    <div css={{ display: 'grid', gap: space(1) }}>
      {Object.entries(text)
        .reverse()
        .map(([name, size]) => (
          <div key={name} css={{ overflowWrap: 'anywhere' }} style={{ fontSize: size }}>
            {sample}
          </div>
        ))}
    </div>
  </Section>
)
