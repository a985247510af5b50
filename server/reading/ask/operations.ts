/** Questions, as openapi.json describes them (decision 56; an extension of the specification). */
import Type from 'typebox'
import { NoteId } from '../../meetings/notes/schemas.ts'
import { operation } from '../../platform/http/operation.ts'
import { Brief, briefExample } from './brief-schemas.ts'
import { Answer, AskBody, answerExample } from './schemas.ts'

export const ask = operation({
  id: 'ask',
  tag: 'Search',
  extension: true,
  summary: 'Ask',
  description:
    'Answers a question from what the caller may read at this moment. The language model of the service writes the answer; a sentence stays only if its quote stands in the source word for word. Neither question nor answer is stored.',
  body: AskBody,
  answer: Answer,
  otherForms: {
    'text/event-stream':
      'With `Accept: text/event-stream`, the answer while it is written: an event `sentence` (`{ text, citation }`) for each sentence when it has been checked, then `answer` with the whole; or `error` with a failure. It ends when either side closes it.',
  },
  example: answerExample,
})

export const brief = operation({
  id: 'get_brief',
  tag: 'Notes',
  extension: true,
  summary: 'Get a brief',
  description:
    'What was decided and is open before this meeting: decisions of the last meeting before it in its series, those of the 100 latest that stand, and their open action items; and open questions of the five latest recaps with AI notes. Only what the caller may read, quoted; no language model is needed.',
  params: NoteId,
  answer: Type.Object({ brief: Brief }),
  example: briefExample,
})
