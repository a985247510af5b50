/** Files as other programs export meetings, made by the forms that their documents describe: one function a form. */
import { zipOf } from '../../scripts/zip.ts'

/** `start` is of the machine's zone. */
export type Exported = { title: string; start: Date; said: [speaker: string, text: string][] }

export type ExportedFile = { path: string; content: string | Buffer }

type Form = (meeting: Exported, number: number) => ExportedFile[]

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (at: Date, sign = '-') => [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join(sign)
const clockOf = (at: Date, sign = ':') => [two(at.getHours()), two(at.getMinutes())].join(sign)
const months = 'January February March April May June July August September October November December'.split(' ')
const long = (at: Date) => `${months[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`
const twelve = (at: Date) => `${at.getHours() % 12 || 12}:${two(at.getMinutes())}${at.getHours() < 12 ? 'AM' : 'PM'}`
const utcOf = (at: Date) => at.toISOString().replaceAll('-', '').replace('T', '-').replaceAll(':', '').slice(0, 15)
const at = (index: number) => index * 4 + 1
const stamp = (seconds: number, hours = false) =>
  `${hours ? '00:' : ''}${hours ? two(Math.floor(seconds / 60)) : Math.floor(seconds / 60)}:${two(seconds % 60)}`
const nameOf = (text: string) => text.replace(/[/:?"<>|*\\]/g, ' ')
const mailOf = (name: string) => `${name.split(' ')[0]!.toLowerCase()}@acme.test`
const people = ({ said }: Exported) => [...new Set(said.map(([speaker]) => speaker))]
const invited = (meeting: Exported) => people(meeting).map((name) => ({ name, email: mailOf(name) }))

function captions({ said }: Exported, mark: '.' | ',', line: (speaker: string, text: string) => string): string {
  const cues = said.map(([speaker, text], index) => {
    const span = [at(index), at(index) + 3].map((seconds) => `${stamp(seconds, true)}${mark}000`).join(' --> ')
    return `${index + 1}\n${span}\n${line(speaker, text)}\n`
  })
  return `${mark === '.' ? 'WEBVTT\n\n' : ''}${cues.join('\n')}`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function docx(paragraphs: string[]): Buffer {
  const body = paragraphs.map((text) => {
    const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${escaped(line)}</w:t>`)
    return `<w:p><w:r>${lines.join('<w:br/>')}</w:r></w:p>`
  })
  const space = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const xml = `<?xml version="1.0"?><w:document xmlns:w="${space}"><w:body>${body.join('')}</w:body></w:document>`
  return zipOf([{ name: 'word/document.xml', content: Buffer.from(xml) }])
}

/** Pages of the same lines in Helvetica (PDF 1.4). @param padding  bytes that say nothing */
export function pdf(lines: string[], { pages = 1, padding = 0 } = {}): Buffer {
  const texts = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`)
  const content = `BT /F1 10 Tf 12 TL 40 780 Td ${texts.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, page) => `${page + 5} 0 R`).join(' ')}] /Count ${pages} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...Array<string>(pages).fill(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    ),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  text += '\n'.repeat(padding)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

const blocks = (meeting: Exported, line: (speaker: string, seconds: number) => string) =>
  meeting.said.map(([speaker, text], index) => `${line(speaker, at(index))}\n${text}\n`)

const otterHead = (meeting: Exported) => [
  meeting.title,
  `${long(meeting.start)} ${twelve(meeting.start)} • 32:05`,
  'SUMMARY KEYWORDS',
  'launch, budget, numbers',
  'SPEAKERS',
  people(meeting).join(', '),
  '',
]
const otter = (meeting: Exported) => blocks(meeting, (speaker, seconds) => `${speaker}  ${stamp(seconds)}`)

/** By the name of the form. */
export const forms: Record<string, Form> = {
  'otter txt': (it) => [
    {
      path: `${nameOf(it.title)}_otter_ai.txt`,
      content: [...otterHead(it), ...otter(it), 'Transcribed by https://otter.ai'].join('\n'),
    },
  ],
  'otter pdf': (it) => [
    {
      path: `${nameOf(it.title)}_otter_ai.pdf`,
      content: pdf([...otterHead(it).map((line) => line.replace('•', '-')), ...otter(it).join('\n').split('\n')]),
    },
  ],
  'otter srt': (it) => [
    {
      path: `${dayOf(it.start)} ${nameOf(it.title)}_otter_ai.srt`,
      content: captions(it, ',', (speaker, text) => `${speaker}: ${text}`),
    },
  ],
  'fireflies json': (it) => [
    {
      path: 'fireflies/transcript-%.json',
      content: JSON.stringify({
        data: {
          transcript: {
            ...{ id: 'x', title: it.title, date: it.start.getTime(), duration: 32 },
            participants: people(it).map(mailOf),
            sentences: it.said.map(([speaker_name, text], index) => ({
              ...{ index, speaker_name, text, raw_text: text, start_time: at(index), end_time: at(index) + 3 },
            })),
            summary: { overview: 'They met.', action_items: 'Send the deck' },
          },
        },
      }),
    },
  ],
  'fireflies docx': (it) => [
    {
      path: `${nameOf(it.title)}-transcript.docx`,
      content: docx([
        it.title,
        `${long(it.start)}, ${twelve(it.start)}`,
        ...blocks(it, (speaker, seconds) => `${speaker} - ${stamp(seconds, true)}`),
      ]),
    },
  ],
  'fireflies sentences': (it) => [
    {
      path: `${nameOf(it.title)}-transcript-${dayOf(it.start)}.json`,
      content: JSON.stringify(
        it.said.map(([speaker_name, sentence], index) => ({
          sentence,
          speaker_name,
          startTime: stamp(at(index)),
          endTime: stamp(at(index) + 3),
        })),
      ),
    },
  ],
  'fathom json': (it) => [
    {
      path: 'fathom/meeting-%.json',
      content: JSON.stringify({
        ...{ title: it.title, meeting_title: it.title, recording_start_time: it.start.toISOString() },
        calendar_invitees: invited(it),
        transcript: it.said.map(([display_name, text], index) => ({
          speaker: { display_name },
          text,
          timestamp: stamp(at(index), true),
        })),
        default_summary: { template_name: 'General', markdown_formatted: '## Meeting purpose\n\nThey met.' },
      }),
    },
  ],
  'fathom txt': (it) => [
    {
      path: `fathom-%.txt`,
      content: [
        `${it.title} - ${long(it.start)}`,
        'VIEW RECORDING - 32 mins (No highlights): https://fathom.video/share/x',
        '',
        '---',
        '',
        ...blocks(it, (speaker, seconds) => `${stamp(seconds)} - ${speaker} (Acme)`),
      ].join('\n'),
    },
  ],
  'tldv json': (it) => [
    {
      path: 'tldv/%.json',
      content: JSON.stringify({
        meeting: {
          ...{ id: 'x', name: it.title, happenedAt: it.start.toISOString() },
          organizer: invited(it)[0],
          invitees: invited(it),
        },
        transcript: {
          data: it.said.map(([speaker, text], index) => ({
            speaker,
            text,
            startTime: at(index),
            endTime: at(index) + 3,
          })),
        },
      }),
    },
  ],
  'tldv csv': (it) => [
    {
      path: `${nameOf(it.title)} ${dayOf(it.start)}.csv`,
      content: [
        'Speaker,Start time,End time,Text',
        ...it.said.map(
          ([speaker, text], index) => `${speaker},${stamp(at(index), true)},${stamp(at(index) + 3, true)},"${text}"`,
        ),
      ].join('\n'),
    },
  ],
  'granola json': (it) => [
    {
      path: 'granola/not_%.json',
      content: JSON.stringify({
        ...{ id: 'not_x', object: 'note', title: it.title, created_at: it.start.toISOString(), attendees: invited(it) },
        summary_markdown: '### Plan\n\n- Ship it',
        transcript: it.said.map(([name, text], index) => ({
          ...{ speaker: { source: 'speaker', name }, text },
          start_time: new Date(it.start.getTime() + at(index) * 1_000).toISOString(),
          end_time: new Date(it.start.getTime() + (at(index) + 3) * 1_000).toISOString(),
        })),
      }),
    },
  ],
  'granola markdown and transcript': (it) => [
    {
      path: `granola-md/${nameOf(it.title)}.md`,
      content: `---\ntitle: ${JSON.stringify(it.title)}\ncreated: ${it.start.toISOString()}\nattendees:\n  - ${people(it).join('\n  - ')}\n---\n# ${it.title}\n\n- Ship it\n\nChat with meeting transcript: https://notes.granola.ai/p/x`,
    },
    {
      path: `granola-md/${nameOf(it.title)}-transcript.txt`,
      content: it.said.map(([speaker, text]) => `${speaker}: ${text}`).join('\n'),
    },
  ],
  'zoom cloud': (it, number) => [
    {
      path: `zoom/${nameOf(it.title)}/GMT${utcOf(it.start)}_Recording.transcript.vtt`,
      content: captions(it, '.', (speaker, text) => `${speaker}: ${text}`),
    },
    { path: `zoom/${nameOf(it.title)}/GMT${utcOf(it.start)}_Recording_640x360.mp4`, content: `film ${number}` },
  ],
  'zoom on a machine': (it) => [
    {
      path: `${dayOf(it.start)} ${clockOf(it.start, '.')}.00 ${nameOf(it.title)}/meeting_saved_closed_caption.txt`,
      content: it.said.map(([speaker, text], index) => `[${speaker}] 10:00:${two(at(index))}\n${text}\n`).join('\n'),
    },
    {
      path: `${dayOf(it.start)} ${clockOf(it.start, '.')}.00 ${nameOf(it.title)}/audio1234567.m4a`,
      content: `sound of ${it.title}`,
    },
  ],
  'teams vtt': (it) => [
    {
      path: `${nameOf(it.title)}-${dayOf(it.start, '')}_${clockOf(it.start, '')}00-Meeting Recording.vtt`,
      content: captions(it, '.', (speaker, text) => `<v ${speaker}>${text}</v>`),
    },
  ],
  'teams docx': (it) => [
    {
      path: `${nameOf(it.title)}.docx`,
      content: docx([
        `${it.title}-${dayOf(it.start, '')}_${clockOf(it.start, '')}00-Meeting Transcript`,
        `${long(it.start)}, ${twelve(it.start)}`,
        '32m 5s',
        `${people(it)[0]} started transcription`,
        ...blocks(it, (speaker, seconds) => `${speaker}   ${stamp(seconds)}`),
      ]),
    },
  ],
  'meet docx': (it) => [
    {
      path: `${nameOf(it.title)} (${dayOf(it.start)} ${clockOf(it.start)} GMT+1) – Transcript.docx`,
      content: docx([
        `${it.title} (${dayOf(it.start)} ${clockOf(it.start)} GMT+1) – Transcript`,
        'Attendees',
        people(it).join(', '),
        'Transcript',
        '00:00:00',
        ...it.said.map(([speaker, text]) => `${speaker}: ${text}`),
        'Meeting ended after 00:32:05 👋',
        'This editable transcript was computer generated and might contain errors. People can also change the text after it was created.',
      ]),
    },
  ],
  'gemini notes': (it) => [
    {
      path: `${nameOf(it.title)} – ${dayOf(it.start, '_')} ${clockOf(it.start, '_')} CET – Notes by Gemini.docx`,
      content: docx([
        '📝 Notes',
        long(it.start),
        it.title,
        `Invited ${people(it).join(', ')}`,
        'Summary',
        'They talked about the launch, and everybody agreed that the deck goes out on Friday.',
        '📖 Transcript',
        long(it.start),
        `${it.title} - Transcript`,
        '00:00:00',
        ...it.said.map(([speaker, text]) => `${speaker}: ${text}`),
      ]),
    },
  ],
  'minutebook export': (it) => [
    {
      path: `minutebook/${dayOf(it.start)} ${nameOf(it.title)}.md`,
      content: `---\nid: "n_1"\ntitle: ${JSON.stringify(it.title)}\ndate: "${dayOf(it.start)}"\nstart: "${it.start.toISOString()}"\npeople: ${JSON.stringify(people(it).map(mailOf))}\nurl: "https://acme.test/note/n_1"\nupdated: "2026-01-05T10:02:11.000Z"\n---\n\n# ${it.title}\n\n## [${it.title}](https://acme.test/recap/r_1)\n\n### Summary\n\nWe launch.\n`,
    },
    {
      path: `minutebook/${dayOf(it.start)} ${nameOf(it.title)}.vtt`,
      content: captions(it, '.', (speaker, text) => `<v ${speaker}>${text}`).replace(
        'WEBVTT\n',
        `WEBVTT\n\nNOTE\ntitle: ${JSON.stringify(it.title)}\nstart: "${it.start.toISOString()}"\n`,
      ),
    },
  ],
}

/** `%` of a path becomes the number. */
export function exportOf(form: string, meeting: Exported, number: number): ExportedFile[] {
  return forms[form]!(meeting, number).map(({ path, content }) => ({
    path: path.replace('%', String(number)),
    content,
  }))
}
