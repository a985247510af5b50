/** Asks about one meeting or series, on its page, where a model answers. */
import type { Question } from '@minutebook/client'
import { useState } from 'react'
import { useAnswers } from '../../api/engines.ts'
import { later } from '../later.tsx'
import type { Here } from './citation-link.tsx'
import { QuestionField } from './question-field.tsx'

const Conversation = later(async () => (await import('./conversation.tsx')).Conversation)

type Props = { label: string; filters: Question['filters']; here?: Here }

export function AskHere({ label, filters, here }: Props) {
  const [question, ask] = useState<string | null>(null)
  if (!useAnswers()) return null
  if (question === null) return <QuestionField label={label} onAsk={ask} />
  return <Conversation first={{ question, filters }} here={here} />
}
