/** Writes a paper as a Word file, with Word's own styles, so that its outline and its templates work. */
import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { locale } from '../../words/words.ts'
import { isRightToLeft } from '../direction.ts'
import { linksIn } from '../links.ts'
import { readSpans, withoutBackslashes } from '../spans.ts'
import { type Block, type Paper, remarkOf } from './paper.ts'

const points = 'points'
/** In twentieths of a point. */
const indent = 360
/** Nine levels are what Word has. */
const levels = Array.from({ length: 9 }, (_, level) => ({
  level,
  format: LevelFormat.BULLET,
  text: '•',
  style: { paragraph: { indent: { left: indent * (level + 1), hanging: indent } } },
}))
/** It stands on the page of what follows it. */
const spaced = (before: number, after: number) => ({ paragraph: { keepNext: true, spacing: { before, after } } })
/** Word's own name of a theme colour: no page of ours shows it. */
const grey = '5F676F'

export function writeDocx({ title, facts, parts }: Paper): Promise<Blob> {
  const children = [
    paragraph(title, { children: plainRuns(title), heading: HeadingLevel.TITLE }),
    ...facts.map((fact) => paragraph(fact, { children: plainRuns(fact, { color: grey }) })),
    ...parts.flatMap(({ title: heading, blocks, isApart = false }) => [
      headingOf(heading, HeadingLevel.HEADING_1, isApart),
      ...blocks.flatMap(shownOf),
    ]),
  ]
  const document = new Document({
    title: clean(title),
    creator: 'Minutebook',
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: 22, language: { value: locale } } },
        title: spaced(0, 60),
        heading1: spaced(360, 120),
        heading2: spaced(200, 60),
      },
    },
    numbering: { config: [{ reference: points, levels }] },
    sections: [{ children }],
  })
  return Packer.toBlob(document)
}

const headingOf = (text: string, heading: (typeof HeadingLevel)['HEADING_1' | 'HEADING_2'], pageBreakBefore = false) =>
  paragraph(text, { children: runsOf(text), heading, pageBreakBefore })

/** A text from right to left begins at the right (`w:bidi`), and its signs stand at its left (`w:rtl` of its runs). */
const paragraph = (text: string, options: IParagraphOptions) =>
  new Paragraph({ ...options, ...(isRightToLeft(text) && { bidirectional: true }) })

const rightToLeft = (text: string) => isRightToLeft(text) && { rightToLeft: true }

const plainRuns = (text: string, options: object = {}) => [
  new TextRun({ text: clean(text), ...rightToLeft(text), ...options }),
]

function shownOf(block: Block): (Paragraph | Table)[] {
  if (block.kind === 'table') return [tableOf(block.rows), new Paragraph({})]
  if (block.kind === 'heading') return [headingOf(block.text, HeadingLevel.HEADING_2)]
  if (block.kind === 'said') {
    const who = block.by ? [new TextRun({ text: `${clean(block.by)} `, bold: true })] : []
    const children = [...who, note(`${block.at}  `), ...plainRuns(block.text)]
    return [paragraph(block.text, { children, spacing: { after: 120 } })]
  }
  if (block.kind === 'text') {
    const left = (block.depth ?? 0) * indent
    return block.text
      .split('\n')
      .map((line) => paragraph(line, { children: runsOf(line), indent: { left }, spacing: { after: 120 } }))
  }
  const level = Math.min(block.depth ?? 0, levels.length - 1)
  const more = remarkOf(block)
  const children = [...runsOf(block.text), ...(more ? [note(`  ${more}`)] : [])]
  return [paragraph(block.text, { children, numbering: { reference: points, level } })]
}

function tableOf([head = [], ...rows]: string[][]): Table {
  const row = (cells: string[], tableHeader = false) =>
    new TableRow({
      tableHeader,
      children: cells.map(
        (text) => new TableCell({ children: [paragraph(text, { children: runsOf(text, tableHeader) })] }),
      ),
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    visuallyRightToLeft: isRightToLeft(head.join(' ')),
    rows: [row(head, true), ...rows.map((cells) => row(cells))],
  })
}

const note = (text: string) => new TextRun({ text: clean(text), color: grey })

function runsOf(text: string, isBold = false): (TextRun | ExternalHyperlink)[] {
  return readSpans(clean(text)).flatMap(({ style, text: part }) => {
    if (style === 'code') return [new TextRun({ text: part, font: 'Consolas' })]
    const run = (from: number, to: number, of = {}) => {
      const shown = part.slice(from, to)
      const own = { text: style === 'plain' ? withoutBackslashes(shown) : shown }
      return new TextRun({
        ...own,
        ...rightToLeft(text),
        bold: isBold || style === 'bold',
        italics: style === 'italic',
        ...of,
      })
    }
    let at = 0
    const runs = linksIn(part).flatMap(({ from, to, labelFrom, labelTo, href }) => {
      const label = run(labelFrom, labelTo, { style: 'Hyperlink' })
      const found = [run(at, from), new ExternalHyperlink({ link: href, children: [label] })]
      at = to
      return found
    })
    return [...runs, run(at, part.length)]
  })
}

/** XML has no control characters, and no halves of a character. */
const clean = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, ' ')
