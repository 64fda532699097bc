import { css } from '@emotion/react'
import { useState } from 'react'
import { Button, color, GlobalStyles, layer, PageHeader, phone, space } from '../src/index.ts'
import { Buttons } from './sections/Buttons.tsx'
import { Fields } from './sections/Fields.tsx'
import { Layers } from './sections/Layers.tsx'
import { Lists } from './sections/Lists.tsx'
import { States } from './sections/States.tsx'
import { Surfaces } from './sections/Surfaces.tsx'
import { Tokens } from './sections/Tokens.tsx'

const bar = css`
  position: sticky;
  z-index: ${layer.header};
  top: 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: 4rem;
  padding: 0 ${space(8)};
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  font-weight: 700;
  ${phone} { padding: 0 ${space(4)}; }
`

const page = css`
  --sticky-top: 4rem;
  display: grid;
  gap: ${space(10)};
  max-width: 1120px;
  margin: 0 auto;
  padding: ${space(8)} ${space(8)} ${space(16)};
  > * { min-width: 0; }
  ${phone} { padding: ${space(5)} ${space(4)} ${space(16)}; }
`

const initialTheme = new URLSearchParams(window.location.search).get('theme')

/** Every component in every state. */
export function Gallery() {
  const [theme, setTheme] = useState(initialTheme === 'dark' ? 'dark' : 'light')
  document.documentElement.dataset.theme = theme
  return (
    <>
      <GlobalStyles />
      <header css={bar}>
        Plumbline
        <Button onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? 'Light theme' : 'Dark theme'}
        </Button>
      </header>
      <main css={page}>
        <PageHeader
          title="Design system"
          text="What every screen is made of. Each part in each of its states, in both themes."
        />
        <Tokens />
        <Buttons />
        <Fields />
        <Surfaces />
        <Lists />
        <Layers />
        <States />
      </main>
    </>
  )
}
