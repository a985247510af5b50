/** Answers to questions, read sentence by sentence while they are written. */
import type { Question, WholeAnswer } from '@minutebook/client'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

export type Citation = WholeAnswer['citations'][number]
export type QuestionFilters = NonNullable<Question['filters']>

export type Answer = {
  /** Each ends in the number of its citation. */
  sentences: { text: string; citation: Citation }[]
  /** null while it is written. */
  whole: WholeAnswer | null
}

/** Who leaves the page ends the request, and the model stops. Only a person asks again: it costs tokens. */
export const answerQuery = (question: Question) =>
  queryOptions({
    queryKey: ['answer', question],
    queryFn: async ({ signal, client: queries, queryKey }): Promise<Answer> => {
      let answer: Answer = { sentences: [], whole: null }
      for await (const { kind, ...part } of client.ask(question, { signal })) {
        if (kind === 'answer') answer = { ...answer, whole: part as WholeAnswer }
        else answer = { ...answer, sentences: [...answer.sentences, part as Answer['sentences'][number]] }
        queries.setQueryData(queryKey, answer)
      }
      return answer
    },
    retry: false,
    staleTime: 'static',
    gcTime: 1_800_000,
  })

const maxTurns = 3

/** The questions of a conversation: the first, and those that follow it. They are kept for who comes back to the page. */
export function useConversation(first: Question) {
  const queries = useQueryClient()
  const queryKey = ['conversation', first]
  const kept = useQuery<Question[]>({ queryKey, queryFn: skipToken, staleTime: 'static', gcTime: 1_800_000 })
  const questions = kept.data ?? [first]
  const follow = (question: string) => {
    const last = questions.at(-1)!
    const answer = queries.getQueryData(answerQuery(last).queryKey)?.whole?.answer
    const turns = [...(last.turns ?? []), { question: last.question, answer: answer?.slice(0, 8_000) }]
    queries.setQueryData(queryKey, [...questions, { ...first, question, turns: turns.slice(-maxTurns) }])
  }
  return { questions, follow }
}
