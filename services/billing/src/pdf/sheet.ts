import PDFDocument from 'pdfkit'
import { inVisualOrder, joinRuns, lineMetrics, type Run, type SplitWord, space } from './fonts.ts'

const margin = 54
const ink = '#1d2433'
const mutedInk = '#5b6475'
const rule = '#d5dae3'
const defaultAccent = '#b94e16'

const pathData = /^[MLQCmlqc0-9\s.,-]+$/

/** Position and width of a cell in points from the left margin. */
export type Column = { x: number; width: number; align?: 'right' }
type RowStyle = { size?: number; bold?: boolean; muted?: boolean }

export type SheetPicture = { bytes: Buffer; width: number; height: number }
type SheetInfo = { title: string; author: string; at: Date; accent?: string | undefined }

/** Letter-size pages that are filled from top to bottom, row by row. */
export function createSheet(info: SheetInfo, splitWord: SplitWord) {
  const accent = info.accent ?? defaultAccent
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    // null embeds none of the standard fonts
    font: null as unknown as string,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.at, ModDate: info.at },
  })
  const bottom = doc.page.height - margin
  let y = margin

  // without it a composed letter becomes several glyphs and cannot be copied from the document
  const uncomposed = { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
  // but Arabic letters join by it
  const featuresOf = ({ text }: Run) => (/\p{Script=Arabic}/u.test(text) ? {} : { features: uncomposed })
  const registered = new Set<string>()
  function applyFont({ face }: Run, size: number): void {
    if (!registered.has(face.name))
      doc.registerFont(face.name, face.source as unknown as PDFKit.Mixins.PDFFontSource)
    registered.add(face.name)
    doc.font(face.name).fontSize(size)
  }
  const widthOf = (runs: readonly Run[], size: number) =>
    runs.reduce((sum, run) => {
      applyFont(run, size)
      return sum + doc.widthOfString(run.text, featuresOf(run))
    }, 0)

  /** Breaks a text into lines of at most this width. */
  function breakLines(text: string, width: number, size: number, bold: boolean): Run[][] {
    const lines: Run[][] = []
    for (const paragraph of text.split('\n')) {
      let line: Run[] = []
      let used = 0
      const add = (runs: readonly Run[], gap: readonly Run[]) => {
        const added = widthOf(runs, size)
        const before = line.length > 0 ? gap : []
        if (line.length > 0 && used + widthOf(before, size) + added > width) {
          lines.push(line)
          line = [...runs]
          used = added
        } else {
          line.push(...before, ...runs)
          used += widthOf(before, size) + added
        }
      }
      for (const word of paragraph.split(/\s+/).filter(Boolean))
        for (const [i, runs] of splitWord(word, bold).entries()) {
          const gap = i === 0 ? [space(bold)] : []
          if (widthOf(runs, size) <= width) add(runs, gap)
          else for (const [n, letter] of runs.flatMap(lettersOf).entries()) add([letter], n === 0 ? gap : [])
        }
      lines.push(line)
    }
    return lines.map(joinRuns)
  }

  function draw(runs: readonly Run[], { x, width, align }: Column, size: number): void {
    let at = margin + x + (align === 'right' ? width - widthOf(runs, size) : 0)
    for (const run of inVisualOrder(runs)) {
      applyFont(run, size)
      const isStroked = run.face.stroke > 0
      if (isStroked) doc.lineWidth(run.face.stroke * size)
      doc.text(run.text, at, y + lineMetrics.baseline * size, {
        ...featuresOf(run),
        lineBreak: false,
        baseline: 'alphabetic',
        fill: true,
        stroke: isStroked,
      })
      at += doc.widthOfString(run.text, featuresOf(run))
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
    /** The tallest cell determines where the next row begins. */
    row: (
      cells: readonly [text: string, column: Column][],
      { size = 10, bold = false, muted = false }: RowStyle = {},
    ) => {
      const height = lineMetrics.height * size
      const all = cells.map(([text, column]) => ({
        column,
        lines: breakLines(text, column.width, size, bold),
      }))
      const count = Math.max(...all.map(({ lines }) => lines.length))
      if (y + count * height > bottom) nextPage()
      for (let n = 0; n < count; n++) {
        // a row that is taller than a page continues on the next one
        if (y + height > bottom) nextPage()
        const color = muted ? mutedInk : ink
        doc.fillColor(color).strokeColor(color)
        for (const { column, lines } of all) draw(lines[n] ?? [], column, size)
        y += height
      }
    },
    /** At the left, as large as it is but no larger than this, and in its proportions. */
    picture: ({ bytes, width, height }: SheetPicture, max: { width: number; height: number }) => {
      const scale = Math.min(max.width / width, max.height / height, 1)
      doc.image(bytes, margin, y, { width: width * scale, height: height * scale })
      y += height * scale + 8
    },
    /** The path data of an SVG of this size; what is none, such as that of an erased person, is left out. */
    strokes: (path: string, { width, height, scale }: { width: number; height: number; scale: number }) => {
      if (!pathData.test(path)) return
      if (y + height * scale > bottom) nextPage()
      doc.save().translate(margin, y).scale(scale)
      // nothing is drawn beside it
      doc.rect(0, 0, width, height).clip()
      doc.path(path).lineWidth(3).lineCap('round').lineJoin('round').strokeColor(ink).stroke().restore()
      y += height * scale + 4
    },
    line: ({ isStrong = false } = {}) => {
      doc
        .moveTo(margin, y)
        .lineTo(doc.page.width - margin, y)
        .lineWidth(isStrong ? 2 : 0.75)
        .strokeColor(isStrong ? accent : rule)
        .stroke()
    },
  }
}
export type Sheet = ReturnType<typeof createSheet>

const lettersOf = ({ text, face }: Run): Run[] => [...text].map((letter) => ({ text: letter, face }))
