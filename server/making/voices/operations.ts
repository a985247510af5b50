/** Voices, as openapi.json describes them (decision 62; extensions of the specification). */

import { RecordingId } from '../../meetings/recordings/library/schemas.ts'
import { operation } from '../../platform/http/operation.ts'
import { GiveVoice, OwnVoice, VoiceQuery, voiceExample } from './schemas.ts'

const tag = 'Voices'

export const giveVoice = operation({
  id: 'give_voice',
  tag,
  summary: 'Say “this is me” of a speaker',
  description:
    'Reads your voice from the media of the recording and keeps it, sealed, so that speakers of later recordings are named by it. Again, from another recording, it makes the voice surer. Each person gives only their own (403 on behalf of others). It renames nobody. 409 if the speaker is named as somebody else, the workspace keeps no voices, the media are gone, this server has no model for voices, the speaker says less than five seconds, or the voice is like that of somebody else or unlike your own.',
  extension: true,
  params: RecordingId,
  body: GiveVoice,
  failures: [409],
  answer: OwnVoice,
  example: voiceExample,
})

export const getVoice = operation({
  id: 'get_voice',
  tag,
  summary: 'Get your voice',
  description: 'null if you gave none. Nobody else can read it, administrators included.',
  extension: true,
  querystring: VoiceQuery,
  answer: OwnVoice,
  example: voiceExample,
})

export const deleteVoice = operation({
  id: 'delete_voice',
  tag,
  summary: 'Delete your voice',
  description:
    'Names in recordings stay as they are; later recordings do not recognise you. A legal hold does not prevent it.',
  extension: true,
  status: 204,
})
