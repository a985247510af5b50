/** Writes a paper as a Word file, with Word's own styles, so that its outline and its templates work. */
import { Document, HeadingLevel, LevelFormat, Packer, Paragraph, TextRun } from 'docx'
import { locale } from '../../words/words.ts'
import { readSpans, withoutBackslashes } from '../spans.ts'
import type { Block, Paper } from './paper.ts'

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
/** Word's own name of a theme colour: no page of ours shows it. */
const grey = '5F676F'

export function writeDocx({ title, facts, parts }: Paper): Promise<Blob> {
  const children = [
    new Paragraph({ text: clean(title), heading: HeadingLevel.TITLE }),
    ...facts.map((fact) => new Paragraph({ children: [new TextRun({ text: clean(fact), color: grey })] })),
    ...parts.flatMap(({ title: heading, blocks }) => [
      new Paragraph({ text: clean(heading), heading: HeadingLevel.HEADING_1 }),
      ...blocks.flatMap(paragraphsOf),
    ]),
  ]
  const document = new Document({
    title: clean(title),
    creator: 'Minutebook',
    styles: { default: { document: { run: { font: 'Calibri', size: 22, language: { value: locale } } } } },
    numbering: { config: [{ reference: points, levels }] },
    sections: [{ children }],
  })
  return Packer.toBlob(document)
}

function paragraphsOf(block: Block): Paragraph[] {
  if (block.kind === 'heading') return [new Paragraph({ text: clean(block.text), heading: HeadingLevel.HEADING_2 })]
  if (block.kind === 'said') {
    const who = new TextRun({ text: `${clean(block.by)}  `, bold: true })
    return [new Paragraph({ children: [who, note(block.at)] }), new Paragraph({ text: clean(block.text) })]
  }
  if (block.kind === 'text') {
    const left = (block.depth ?? 0) * indent
    return block.text
      .split('\n')
      .map((line) => new Paragraph({ children: runsOf(line), indent: { left }, spacing: { after: 120 } }))
  }
  const level = Math.min(block.depth ?? 0, levels.length - 1)
  const more = [block.facts, block.at].filter(Boolean).join(' · ')
  const children = [...runsOf(block.text), ...(more ? [note(`  ${more}`)] : [])]
  return [new Paragraph({ children, numbering: { reference: points, level } })]
}

const note = (text: string) => new TextRun({ text: clean(text), color: grey })

function runsOf(text: string): TextRun[] {
  return readSpans(clean(text)).map(({ style, text: part }) => {
    const run = { bold: style === 'bold', italics: style === 'italic' }
    if (style === 'code') return new TextRun({ ...run, text: part, font: 'Consolas' })
    return new TextRun({ ...run, text: style === 'plain' ? withoutBackslashes(part) : part })
  })
}

/** XML has no control characters, and no halves of a character. */
const clean = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, ' ')
