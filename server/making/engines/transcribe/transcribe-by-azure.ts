/**
 * Azure AI Speech, fast transcription: sends a form with the media and a definition; the response is the transcript.
 * Nothing is stored there. Based on the public documents "Use the fast transcription API" and "Improve recognition
 * accuracy with phrase list" of learn.microsoft.com (version 2025-10-15, the first whose documents have phrase lists);
 * not tested with the real service.
 */

import { fieldsOf, isFields } from './answer-fields.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import { languageOf } from './language-tag.ts'
import { multipart } from './multipart.ts'
import { readTranscription, speakerLabel, type Transcribed } from './read-transcription.ts'
import { readAnswer, requestService, requestWithVocabulary, unreadable } from './request-service.ts'
import { isOneOf } from './sound-format.ts'
import { vocabularyOf } from './vocabulary.ts'

const limits = { maxTerms: 200, maxCharacters: 10_000, maxWords: 10 }

/** The numbers that the service accepts; it detects the real number, up to this one. */
const [minSpeakers, maxSpeakers] = [2, 35]

/** The formats of its documents; MP4 and M4A are not among them. */
const endings = ['wav', 'mp3', 'ogg', 'flac', 'wma', 'aac', 'amr', 'webm']

export const transcribeByAzure: FileTranscriber = async ({ service, convert }, media, lengthSeconds, hints, signal) => {
  await using made = isOneOf(endings, media) ? null : await convert('flac')
  const locale = hints.languageCode && localeOf(hints.languageCode)
  const send = (phrases: string[]) => {
    const definition = {
      ...(locale && { locales: [locale] }),
      diarization: { enabled: true, maxSpeakers: Math.max(minSpeakers, hints.speakerCount ?? maxSpeakers) },
      ...(phrases.length > 0 && { phraseList: { phrases } }),
    }
    const form = multipart([['definition', JSON.stringify(definition)]], 'audio', made?.parts[0] ?? media)
    return requestService(
      service,
      { path: '/speechtotext/transcriptions:transcribe?api-version=2025-10-15', ...form },
      signal,
    )
  }
  const answer = await requestWithVocabulary(vocabularyOf(hints, limits), /phraseList/i, send)
  const transcribed = readAzure(readAnswer(service, answer), lengthSeconds)
  if (!transcribed) throw unreadable()
  // If we sent a locale, its country may be our guess, so only the language is kept.
  const { language } = transcribed
  return { ...transcribed, language: locale && typeof language === 'string' ? languageOf(language) : language }
}

/** The service needs a country with each language: `de` becomes `de-DE`, the likeliest. */
function localeOf(tag: string): string | null {
  try {
    const { language, region } = new Intl.Locale(tag).maximize()
    return region ? `${language}-${region}` : null
  } catch {
    return null
  }
}

/** Times are in milliseconds. Speakers are counted from 1. @returns null for an unknown shape */
function readAzure(answer: unknown, lengthSeconds: number | null): Transcribed | null {
  if (!isFields(answer) || !Array.isArray(answer.phrases)) return null
  const phrases = fieldsOf(answer.phrases)
  const segments = phrases.map(({ text, speaker, words, ...times }) => ({
    ...timed(times),
    text,
    speaker: typeof speaker === 'number' ? speakerLabel(speaker - 1) : null,
    words: fieldsOf(words).map(({ text, ...times }) => ({ ...timed(times), text })),
  }))
  const duration = seconds(answer.durationMilliseconds)
  return readTranscription({ duration, language: phrases[0]?.locale, segments }, lengthSeconds)
}

function timed({ offsetMilliseconds, durationMilliseconds }: Record<string, unknown>) {
  const start = seconds(offsetMilliseconds)
  return { start, end: start === null ? null : start + (seconds(durationMilliseconds) ?? 0) }
}

const seconds = (milliseconds: unknown) => (typeof milliseconds === 'number' ? milliseconds / 1_000 : null)
