/** What an administrator sets up on the first day: each step is done, or says where or by which setting. */
import { Code, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { providersQuery } from '../../api/calendar-accounts.ts'
import { enginesQuery } from '../../api/engines.ts'
import { peopleQuery } from '../../api/people.ts'
import { methodsQuery } from '../../api/queries.ts'
import { recordersQuery } from '../../api/recorders.ts'
import { adminWords } from '../../words/admin/words.ts'
import classes from './first-steps.module.css'

const { firstSteps: said } = adminWords

type Name = keyof typeof said.steps

/** Settings of the environment, or a command; the others are pages. */
const settings: Partial<Record<Name, string>> = {
  signIn: 'OIDC_ISSUER',
  mail: 'SMTP_URL',
  calendar: 'CALENDAR_GOOGLE_CLIENT_ID',
  transcription: 'minutebook models add speech',
  notes: 'LLM_URL',
  backup: 'minutebook backup',
}
const tabs: Partial<Record<Name, 'people' | 'recorders'>> = { people: 'people', recorder: 'recorders' }

export function FirstSteps() {
  const isDone = useDone()
  return (
    <ul className={classes.steps}>
      {(Object.keys(said.steps) as Name[]).map((name) => (
        <li key={name} className={classes.step}>
          {isDone[name] ? (
            <IconCircleCheckFilled size={22} className={classes.done} aria-label={said.done} />
          ) : (
            <IconCircle size={22} stroke={1.6} aria-label={said.open} />
          )}
          <div>
            <Text fw={550}>
              <Where name={name}>{said.steps[name].title}</Where>
            </Text>
            <Text size="sm" c="dimmed">
              {said.steps[name].why} {!isDone[name] && settings[name] && <Code>{settings[name]}</Code>}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Where({ name, children }: { name: Name; children: ReactNode }) {
  const tab = tabs[name]
  if (!tab) return children
  return (
    <Link to="/admin" search={{ tab }}>
      {children}
    </Link>
  )
}

/** Nobody tells the console of backups: that step stays open. */
function useDone(): Record<Name, boolean> {
  const { data: people = [] } = useQuery(peopleQuery)
  const { data: methods } = useQuery(methodsQuery)
  const { data: providers } = useQuery(providersQuery)
  const { data: engines } = useQuery(enginesQuery)
  const { data: recorders = [] } = useQuery(recordersQuery)
  return {
    people: people.length > 1,
    signIn: Boolean(methods?.oidc),
    mail: methods?.email ?? false,
    calendar: (providers?.size ?? 0) > 0,
    transcription: Boolean(engines?.transcription),
    notes: engines !== undefined && engines.notes.kind !== 'embedded',
    recorder: recorders.length > 0,
    backup: false,
  }
}
