/** The query of Deepgram's `POST /v1/listen`. */
import { isLanguage, isText, oneOf, type Published } from './published.ts'

const flag = oneOf('true')

export const deepgram = {
  source: 'https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded',
  read: '2026-11-26',
  required: [],
  fields: {
    model: isText,
    language: isLanguage,
    keyterm: isText,
    keywords: isText,
    diarize: flag,
    utterances: flag,
    punctuate: flag,
    smart_format: flag,
    mip_opt_out: flag,
    detect_language: flag,
  },
} satisfies Published
