/** Corrections, as openapi.json describes them (decision 46; an extension of the specification). */
import Type from 'typebox'
import { Recording, RecordingId, recordingExample } from '../../meetings/recordings/library/schemas.ts'
import { operation } from '../../platform/http/operation.ts'
import { IdOf } from '../../platform/http/schema.ts'
import {
  CorrectRecording,
  History,
  HistoryQuery,
  historyExample,
  RecordingProgress,
  RewriteNotes,
  TranscribeAgain,
} from './schemas.ts'

export const correctRecording = operation({
  id: 'correct_recording',
  tag: 'Recordings',
  summary: 'Put a recording right',
  description:
    'Changes the title, speakers, segments or AI notes. New names follow through AI notes that contain the old one and action items that AI notes found and nobody is assigned to. For those who may edit its note.',
  params: RecordingId,
  body: CorrectRecording,
  answer: Type.Object({ recording: Recording }),
  example: { recording: recordingExample },
  failures: [409],
  etag: 'checked',
  extension: true,
})

export const getHistory = operation({
  id: 'get_recording_history',
  tag: 'Recordings',
  summary: 'Get the history of a recording',
  description: 'What was corrected, and by whom, newest first.',
  params: RecordingId,
  querystring: HistoryQuery,
  answer: History,
  example: historyExample,
  extension: true,
})

export const rewriteNotes = operation({
  id: 'write_ai_notes',
  tag: 'Recordings',
  summary: 'Rewrite the AI notes',
  description:
    'Writes the AI notes again from the present transcript, in the background; the history shows when they are written. A second request meanwhile has no effect. For people who may edit the note. With `notes_language` in that language, which stays that of the recap; without it the nearest of recap, rule, template, person (the organizer, else who uploaded it), workspace and service counts. A 422 for a language without a language model: notes without one quote the meeting.',
  params: RecordingId,
  body: RewriteNotes,
  failures: [422],
  answer: Type.Object({ recording_id: IdOf('recording_id', 'The recording.') }),
  status: 202,
  example: { recording_id: 'r_1' },
  extension: true,
})

export const transcribeAgain = operation({
  id: 'transcribe_recording',
  tag: 'Recordings',
  summary: 'Transcribe a recording again',
  description:
    'Hears the media of a recording again, in the background, with another language, number of speakers or model; then its AI notes are written again. The history shows when the words are there, and keeps those of before. For people who may edit the note. A 404 without a transcript or media, a 422 without a transcription service; a 409 while it is transcribed again already, or if corrections by hand would be lost.',
  params: RecordingId,
  body: TranscribeAgain,
  answer: Type.Object({ recording_id: IdOf('recording_id', 'The recording.') }),
  status: 202,
  failures: [409, 422],
  example: { recording_id: 'r_1' },
  extension: true,
})

export const getProgress = operation({
  id: 'get_recording_progress',
  tag: 'Recordings',
  summary: 'Get the progress of a recording',
  description:
    'What is being done with a recording that is there already: it is transcribed again, or its AI notes are written. null if nothing is.',
  params: RecordingId,
  answer: RecordingProgress,
  example: { progress: { stage: 'transcribing', done: 0.25 } },
  extension: true,
})
