import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

const font = (name: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/figtree/${name}/Figtree_${name}.ttf`)
const fonts = { regular: font('400Regular'), bold: font('600SemiBold') }

const margin = 54
const ink = '#1d2433'
const quiet = '#5b6475'
const rule = '#d5dae3'

/** Where a cell begins and how wide it is, in points from the left margin; amounts stand on the right. */
export type Column = { x: number; width: number; align?: 'right' }
type Look = { size?: number; bold?: boolean; quiet?: boolean }

/** A letter-size sheet that is written downwards, row by row, and goes on to another when it is full. */
export function createSheet(info: { title: string; author: string; at: Date }) {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    font: fonts.regular,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.at, ModDate: info.at },
  })
  const bottom = doc.page.height - margin
  let y = margin

  const dress = ({ size = 10, bold = false, quiet: isQuiet = false }: Look) =>
    doc
      .font(bold ? fonts.bold : fonts.regular)
      .fontSize(size)
      .fillColor(isQuiet ? quiet : ink)

  return {
    doc,
    width: doc.page.width - 2 * margin,
    space: (points: number) => {
      y += points
    },
    /** Cells side by side; the tallest says where the next row begins. */
    row: (cells: readonly [text: string, column: Column][], look: Look = {}) => {
      dress(look)
      const height = Math.max(...cells.map(([text, { width }]) => doc.heightOfString(text, { width })))
      if (y + height > bottom) {
        doc.addPage()
        y = margin
        dress(look)
      }
      // text that is taller than a page flows on by itself, so it comes after what stands beside it
      const flows = height > bottom - margin
      for (const [text, { x, width, align = 'left' }] of flows ? cells.toReversed() : cells)
        doc.text(text, margin + x, y, { width, align })
      y = flows ? doc.y : y + height
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
