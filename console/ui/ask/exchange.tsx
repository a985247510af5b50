/** A question and its answer while it is written; each number leads to the moment. */
import { Button, Loader, Text } from '@mantine/core'
import type { Question } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, answerQuery } from '../../api/answers.ts'
import { words } from '../../words/words.ts'
import { Sentence } from '../next-step.tsx'
import { Refusal } from '../section.tsx'
import classes from './ask.module.css'
import { CitationLink, type Here } from './citation-link.tsx'
import { Citations, placeOf } from './citations.tsx'

const { ask: said } = words

type Props = {
  question: Question
  here?: Here
  /** False where the same passages are below as hits. */
  showsPassages: boolean
  /** Shown when the answer is there. */
  next: ReactNode
}

export function Exchange({ question, here, showsPassages, next }: Props) {
  const { data, error, isFetching, refetch } = useQuery(answerQuery(question))
  const isCut = !isFetching && !error && !data?.whole
  return (
    <section className={classes.exchange} aria-label={said.answerTo(question.question)} aria-busy={isFetching}>
      <Text fw={600} className={classes.question}>
        {question.question}
      </Text>
      <div aria-live="polite">
        {data && <Sentences answer={data} here={here} />}
        {isFetching && (
          <Text c="dimmed" size="sm" className={classes.reading}>
            <Loader size={14} aria-hidden /> {said.reading}
          </Text>
        )}
        <Refusal error={error} />
        {isCut && <Text size="sm">{said.cut}</Text>}
        {data?.whole && <Outcome answer={data} here={here} showsPassages={showsPassages} />}
      </div>
      {(isCut || error !== null) && (
        <Button variant="light" size="sm" onClick={() => void refetch()}>
          {said.again}
        </Button>
      )}
      {!isFetching && data?.whole && next}
    </section>
  )
}

function Sentences({ answer: { sentences }, here }: { answer: Answer; here: Here | undefined }) {
  if (sentences.length === 0) return null
  return (
    <p className={classes.sentences}>
      {sentences.map(({ text, citation }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added
        <span key={at}>
          {withoutNumber(text)}
          <CitationLink
            citation={citation}
            here={here}
            className={classes.mark}
            label={said.source(citation.n, placeOf(citation, here))}
          >
            {citation.n}
          </CitationLink>{' '}
        </span>
      ))}
    </p>
  )
}

const withoutNumber = (sentence: string) => sentence.replace(/ \[\d+\]$/, '')

/** Why there is no answer, or who wrote it, and what it quotes. */
function Outcome({ answer, here, showsPassages }: { answer: Answer } & Pick<Props, 'here' | 'showsPassages'>) {
  const { answer: text, reason, citations, generated_by } = answer.whole!
  const isAnswered = answer.sentences.length > 0
  return (
    <>
      {!isAnswered && (
        <Text className={classes.sentences}>
          <Sentence of={reason ?? text ?? ''} />
        </Text>
      )}
      {(isAnswered || showsPassages) && citations.length > 0 && <Citations citations={citations} here={here} />}
      {generated_by && (
        <Text c="dimmed" size="xs" mt="xs">
          {said.writtenBy(generated_by)}
        </Text>
      )}
    </>
  )
}
