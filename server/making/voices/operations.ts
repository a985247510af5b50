/** Voices, as openapi.json describes them (decision 62; extensions of the specification). */

import { RecordingId } from '../../meetings/recordings/library/schemas.ts'
import { operation } from '../../platform/http/operation.ts'
import { ClaimId, claimExample, GiveVoice, OwnVoice, SayOfVoice, VoiceQuery, voiceExample } from './schemas.ts'

const tag = 'Voices'

export const giveVoice = operation({
  id: 'give_voice',
  tag,
  summary: 'Say “this is me” of a speaker',
  description:
    'Reads your voice from the media of the recording and keeps it, sealed, so that speakers of later recordings are named by it. If the speaker may be somebody else, the claim waits for the words of those who were there, and nothing is kept of the voice until then: each who is not told apart by a name that came with the transcript or by their own “this is me” must say yes, and where somebody cannot be asked, at least one. The others are told (`questions`). If the voice is like that of somebody else which nobody confirmed, that one is contested, and whoever is confirmed first has it. Again, from another recording, it makes the voice surer. Each person gives only their own (403 on behalf of others). It renames nobody. 409 if the speaker is named as somebody else, somebody said that it is not you, the workspace keeps no voices, the media are gone, this server has no model for voices, the speaker says less than five seconds, or the voice is unlike your own.',
  extension: true,
  params: RecordingId,
  body: GiveVoice,
  failures: [409],
  answer: OwnVoice,
  example: claimExample,
})

export const sayOfVoice = operation({
  id: 'say_of_voice',
  tag,
  summary: 'Say whether a claimed speaker is who says so',
  description:
    'For those who were told of a claim (`questions` of get_voice). A no ends the claim; a voice that was given by it is contested, and recognises nobody until others confirm its person in a recording. The last yes that a claim waits for gives the voice, which is then confirmed. You may change your word. 403 on behalf of others, 404 for a claim that you were not told of or of a recording that you do not see, 409 if the voice cannot be read: your word is kept all the same.',
  extension: true,
  params: ClaimId,
  body: SayOfVoice,
  failures: [409],
  answer: OwnVoice,
  example: voiceExample,
})

export const getVoice = operation({
  id: 'get_voice',
  tag,
  summary: 'Get your voice',
  description:
    '`voice` is null if you have none. Nobody else can read it, administrators included. `claims` are yours that wait for others, `questions` those of others that wait for you.',
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
    'With your claims. Names in recordings stay as they are; later recordings do not recognise you. A legal hold does not prevent it. That it was contested stays known.',
  extension: true,
  status: 204,
})
