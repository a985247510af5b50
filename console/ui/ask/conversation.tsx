/** A question, its answer, and the questions that follow. */
import type { Question } from '@minutebook/client'
import { useConversation } from '../../api/answers.ts'
import { words } from '../../words/words.ts'
import classes from './ask.module.css'
import type { Here } from './citation-link.tsx'
import { Exchange } from './exchange.tsx'
import { QuestionField } from './question-field.tsx'

type Props = { first: Question; here?: Here; showsPassages?: boolean }

export function Conversation({ first, here, showsPassages = true }: Props) {
  const { questions, follow } = useConversation(first)
  return (
    <div className={classes.conversation}>
      {questions.map((question, at) => (
        <Exchange
          // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added
          key={at}
          question={question}
          here={here}
          showsPassages={showsPassages || at > 0}
          next={at === questions.length - 1 && <QuestionField label={words.ask.follow} onAsk={follow} />}
        />
      ))}
    </div>
  )
}
