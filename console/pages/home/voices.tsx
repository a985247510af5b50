/** Voices of others that may be the person's: shown until they say. */
import { useOwnVoice } from '../../api/voice.ts'
import { VoiceQuestions } from '../../ui/voice-questions.tsx'
import { words } from '../../words/words.ts'
import { Part } from './part.tsx'

const maxShown = 3

export function Voices() {
  const questions = useOwnVoice()?.questions ?? []
  if (questions.length === 0) return null
  return (
    <Part title={words.home.voices}>
      <VoiceQuestions questions={questions.slice(0, maxShown)} />
    </Part>
  )
}
