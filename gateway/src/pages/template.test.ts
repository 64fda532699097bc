import { expect, it } from 'vitest'
import { type Filling, fillTemplate } from './template.ts'

const filling: Filling = {
  groups: { a: (name) => ({ x: 'X', brace: '{{a.x}}' })[name] },
  lists: {
    rows: [
      { n: '1', cells: [{ c: '<' }, { c: '{{a.x}}' }] },
      { n: '2', cells: [] },
    ],
  },
  isSaid: (name) => name === 'x',
  escapeText: (text) => text.replaceAll('<', '&lt;'),
}

it.each([
  ['{{a.x}}-{{a.none}}-{{b.x}}', 'X-{{a.none}}-{{b.x}}'],
  ['{{where.x}}yes {{a.x}}{{end.x}}{{where.y}}no{{end.y}}', 'yes X'],
  ['[{{each.rows,}}{{rows.n}}{{end.rows}}]', '[1,2]'],
  [
    '{{each.rows}}({{rows.n}}{{each.cells}}<{{cells.c}}>{{end.cells}}{{a.x}}){{end.rows}}',
    '(1<&lt;><{{a.x}}>X)(2X)',
  ],
  ['{{each.none}}never{{end.none}}', ''],
  // what is filled in is not read again
  ['{{a.brace}}', '{{a.x}}'],
])('%j becomes %j', (template, text) => {
  expect(fillTemplate(template, filling)).toBe(text)
})
