/** A field for a question; Enter asks it. */
import { Button, TextInput } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { words } from '../../words/words.ts'
import classes from './ask.module.css'

export function QuestionField({ label, onAsk }: { label: string; onAsk: (question: string) => void }) {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const question = typed.trim()
    if (!question) return
    onAsk(question)
    setTyped('')
  }
  return (
    <form onSubmit={submit} className={classes.field}>
      <TextInput
        flex={1}
        aria-label={label}
        placeholder={label}
        maxLength={500}
        leftSection={<IconSparkles size={18} stroke={1.6} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" disabled={!typed.trim()}>
        {words.ask.ask}
      </Button>
    </form>
  )
}
