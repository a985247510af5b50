/** `append_to_agenda`: appends as the API does; existing blocks do not change. */
import Type from 'typebox'
import { changeNote } from '../../../meetings/notes/change-note.ts'
import { append } from '../../../meetings/notes/edits.ts'
import { noteUrl } from '../../ask/links.ts'
import { fenceShort } from '../results/fence.ts'
import { Arguments, NoteId, Quoted, Url } from '../results/shapes.ts'
import { maxLongText } from '../results/text-room.ts'
import { adding, defineTool } from './tool.ts'

export const appendToAgenda = defineTool({
  name: 'append_to_agenda',
  title: 'Append to an agenda',
  description:
    'Puts blocks below a meeting’s agenda; everything in it stays. A line each: `# Heading`, `- bullet`, `::talking-point[Pricing]`, `::action-item[Send the deck]{assignees="bo@acme.test" due=2026-01-09}`, or a paragraph. Ask the person first.',
  scope: 'write',
  hints: adding,
  input: Arguments({
    note_id: NoteId,
    content_native_markdown: Type.String({
      maxLength: maxLongText,
      pattern: '\\S',
      description: 'The blocks to add; not blank.',
    }),
  }),
  output: Type.Object({ note_id: Type.String(), title: Quoted('Of the meeting.'), url: Url('Its page, for people.') }),
  async run(call, { note_id, content_native_markdown }) {
    const { title } = await changeNote(call, call.caller, note_id, undefined, { edit: append(content_native_markdown) })
    const data = { note_id, title: fenceShort(title), url: noteUrl(call.origin, note_id) }
    return { text: `Appended to the agenda of ${data.title}; ${data.url}`, data }
  },
})
