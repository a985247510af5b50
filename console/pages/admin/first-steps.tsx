/** What an administrator sets up on the first day: each step is done, or leads to where it is set up. */
import { Anchor, Code, Group, Skeleton, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { enginesQuery } from '../../api/engines.ts'
import { installationQuery } from '../../api/installation.ts'
import { modelsQuery } from '../../api/models.ts'
import { peopleQuery } from '../../api/people.ts'
import { recordersQuery } from '../../api/recorders.ts'
import { adminWords } from '../../words/admin/words.ts'
import classes from './first-steps.module.css'
import type { AdminSearch } from './search.ts'
import { settingsOf } from './settings-of.ts'

const { firstSteps: said } = adminWords

type Name = keyof typeof said.steps

const tabOf = (name: Name): AdminSearch['tab'] =>
  name === 'people' ? 'people' : name === 'recorder' ? 'recorders' : 'installation'

export function FirstSteps() {
  const isDone = useDone()
  const { data: models } = useQuery(modelsQuery)
  return (
    <ul className={classes.steps}>
      {(Object.keys(said.steps) as Name[]).map((name) => (
        <Step
          key={name}
          name={name}
          isDone={isDone[name]}
          hasButton={models?.from_console && needsModel.includes(name)}
        />
      ))}
    </ul>
  )
}

/** A button installs a model where the operator allows it. */
const needsModel: Name[] = ['transcription', 'notes']

type Stepped = { name: Name; isDone: boolean | undefined; hasButton: boolean | undefined }

/** @param isDone  undefined while it is not known */
function Step({ name, isDone, hasButton }: Stepped) {
  const { title, why } = said.steps[name]
  const settings: readonly string[] = name in settingsOf ? settingsOf[name as keyof typeof settingsOf] : []
  return (
    <li className={classes.step}>
      <Sign isDone={isDone} />
      <div>
        <Anchor fw={550} renderRoot={(props) => <Link to="/admin" search={{ tab: tabOf(name) }} {...props} />}>
          {title}
        </Anchor>
        <Text size="sm" c="dimmed">
          {why}
        </Text>
        {isDone === false && hasButton && (
          <Text size="sm">
            <Anchor inherit renderRoot={(props) => <Link to="/admin" search={{ tab: 'installation' }} {...props} />}>
              {said.installHere}
            </Anchor>
          </Text>
        )}
        {isDone === false && !hasButton && (
          <Group gap="xs" mt={4}>
            {settings.map((each) => (
              <Code key={each}>{each}</Code>
            ))}
          </Group>
        )}
      </div>
    </li>
  )
}

function Sign({ isDone }: { isDone: boolean | undefined }) {
  if (isDone === undefined) return <Skeleton circle height={22} aria-hidden />
  return isDone ? (
    <IconCircleCheckFilled size={22} className={classes.done} aria-label={said.done} />
  ) : (
    <IconCircle size={22} stroke={1.6} aria-label={said.open} />
  )
}

/** Undefined while it is loaded, and where it cannot be read. */
function useDone(): Record<Name, boolean | undefined> {
  const { data: people } = useQuery(peopleQuery)
  const { data: installation } = useQuery(installationQuery)
  const { data: engines } = useQuery(enginesQuery)
  const { data: recorders } = useQuery(recordersQuery)
  return {
    people: people && people.length > 1,
    signIn: installation && installation.single_sign_on !== null,
    mail: installation && installation.mail !== null,
    calendar: installation && installation.calendars.length > 0,
    transcription: engines && engines.transcription !== null,
    notes: engines && engines.notes.kind !== 'embedded',
    recorder: recorders && recorders.length > 0,
    backup: installation && installation.last_backup_at !== null,
  }
}
