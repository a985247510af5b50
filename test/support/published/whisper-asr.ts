/** The query of whisper-asr-webservice's `POST /asr`. */
import { isLanguage, oneOf, type Published } from './published.ts'

const isNumber = (value: unknown) => /^\d+$/.test(String(value))

export const whisperAsr = {
  source: 'https://github.com/ahmetoner/whisper-asr-webservice/blob/main/app/webservice.py',
  read: '2026-11-26',
  required: [],
  fields: {
    task: oneOf('transcribe', 'translate'),
    language: isLanguage,
    output: oneOf('txt', 'vtt', 'srt', 'tsv', 'json'),
    diarize: oneOf('true', 'false'),
    min_speakers: isNumber,
    max_speakers: isNumber,
    encode: oneOf('true', 'false'),
    word_timestamps: oneOf('true', 'false'),
    vad_filter: oneOf('true', 'false'),
  },
} satisfies Published
