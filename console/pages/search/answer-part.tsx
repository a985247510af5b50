/** Above the hits: the answer to a question, or a button that asks it. */
import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAnswers } from '../../api/engines.ts'
import { filtersOf, type SearchState } from '../../api/search.ts'
import { Conversation } from '../../ui/ask/conversation.tsx'
import { words } from '../../words/words.ts'
import classes from './search.module.css'

export function AnswerPart({ state }: { state: SearchState }) {
  const { q: question = '', ask } = state
  const filters = filtersOf(state)
  const mayAsk = useAnswers()
  if (!ask && !mayAsk) return null
  return (
    <div className={classes.answer}>
      {ask ? (
        <Conversation key={JSON.stringify([question, filters])} first={{ question, filters }} showsPassages={false} />
      ) : (
        <Button
          variant="light"
          size="sm"
          leftSection={<IconSparkles size={16} stroke={1.6} />}
          renderRoot={(props) => <Link to="/search" search={{ ...state, ask: 'yes' }} replace {...props} />}
        >
          {words.ask.answerThis}
        </Button>
      )}
    </div>
  )
}
