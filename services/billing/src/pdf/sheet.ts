import PDFDocument from 'pdfkit'
import { joined, line as lineOf, type Pieces, type Run, space } from './fonts.ts'

const margin = 54
const ink = '#1d2433'
const quiet = '#5b6475'
const rule = '#d5dae3'

/** Where a cell begins and how wide it is, in points from the left margin; amounts stand on the right. */
export type Column = { x: number; width: number; align?: 'right' }
type Look = { size?: number; bold?: boolean; quiet?: boolean }

/** A letter-size sheet that is written downwards, row by row, and goes on to another when it is full. */
export function createSheet(info: { title: string; author: string; at: Date }, pieces: Pieces) {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    // null: none of the standard fonts
    font: null as unknown as string,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.at, ModDate: info.at },
  })
  const bottom = doc.page.height - margin
  let y = margin

  // a letter stays one glyph, or it could not be copied from the document
  const features = { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
  const registered = new Set<string>()
  function dress({ face }: Run, size: number): void {
    if (!registered.has(face.name))
      doc.registerFont(face.name, face.source as unknown as PDFKit.Mixins.PDFFontSource)
    registered.add(face.name)
    doc.font(face.name).fontSize(size)
  }
  const widthOf = (runs: readonly Run[], size: number) =>
    runs.reduce((sum, run) => {
      dress(run, size)
      return sum + doc.widthOfString(run.text, { features })
    }, 0)

  /** A text as lines that are no wider than this. */
  function linesOf(text: string, width: number, size: number, bold: boolean): Run[][] {
    const lines: Run[][] = []
    for (const paragraph of text.split('\n')) {
      let line: Run[] = []
      let used = 0
      const add = (runs: readonly Run[], gap: readonly Run[]) => {
        const wanted = widthOf(runs, size)
        const before = line.length > 0 ? gap : []
        if (line.length > 0 && used + widthOf(before, size) + wanted > width) {
          lines.push(line)
          line = [...runs]
          used = wanted
        } else {
          line.push(...before, ...runs)
          used += widthOf(before, size) + wanted
        }
      }
      for (const word of paragraph.split(/\s+/).filter(Boolean))
        for (const [i, runs] of pieces(word, bold).entries()) {
          const gap = i === 0 ? [space(bold)] : []
          if (widthOf(runs, size) <= width) add(runs, gap)
          else for (const [n, letter] of runs.flatMap(lettersOf).entries()) add([letter], n === 0 ? gap : [])
        }
      lines.push(line)
    }
    return lines.map(joined)
  }

  function draw(runs: readonly Run[], { x, width, align }: Column, size: number): void {
    let at = margin + x + (align === 'right' ? width - widthOf(runs, size) : 0)
    for (const run of runs) {
      dress(run, size)
      const isStroked = run.face.stroke > 0
      if (isStroked) doc.lineWidth(run.face.stroke * size)
      doc.text(run.text, at, y + lineOf.baseline * size, {
        features,
        lineBreak: false,
        baseline: 'alphabetic',
        fill: true,
        stroke: isStroked,
      })
      at += doc.widthOfString(run.text, { features })
    }
  }

  const nextPage = () => {
    doc.addPage()
    y = margin
  }

  return {
    doc,
    width: doc.page.width - 2 * margin,
    space: (points: number) => {
      y += points
    },
    /** Cells side by side; the tallest says where the next row begins. */
    row: (
      cells: readonly [text: string, column: Column][],
      { size = 10, bold = false, quiet: isQuiet = false }: Look = {},
    ) => {
      const height = lineOf.height * size
      const all = cells.map(([text, column]) => ({ column, lines: linesOf(text, column.width, size, bold) }))
      const count = Math.max(...all.map(({ lines }) => lines.length))
      if (y + count * height > bottom) nextPage()
      for (let n = 0; n < count; n++) {
        // a row that is taller than a page goes on on the next one
        if (y + height > bottom) nextPage()
        doc.fillColor(isQuiet ? quiet : ink).strokeColor(isQuiet ? quiet : ink)
        for (const { column, lines } of all) draw(lines[n] ?? [], column, size)
        y += height
      }
    },
    line: () => {
      doc
        .moveTo(margin, y)
        .lineTo(doc.page.width - margin, y)
        .lineWidth(0.75)
        .strokeColor(rule)
        .stroke()
    },
  }
}
export type Sheet = ReturnType<typeof createSheet>

const lettersOf = ({ text, face }: Run): Run[] => [...text].map((letter) => ({ text: letter, face }))
