/** What an import created, changed and skipped, and why. */
import { List, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Imported } from '../../api/calendar.ts'
import { words } from '../../words/words.ts'
import classes from './calendar.module.css'

const { calendar: said } = words

const counts = ['events_created', 'events_updated', 'events_cancelled', 'events_skipped', 'notes_created'] as const

export function Outcome({ imported }: { imported: Imported }) {
  const isNothing = counts.every((name) => imported[name] === 0)
  return (
    <Paper withBorder p="lg" role="status">
      <Title order={2} size="h4" mb="sm">
        {isNothing ? said.unchanged : said.results}
      </Title>
      <dl className={classes.counts}>
        {counts.map((name) => (
          <div key={name}>
            <dt>{said.counts[name]}</dt>
            <dd>{imported[name]}</dd>
          </div>
        ))}
      </dl>
      {imported.problems.length > 0 && (
        <>
          <Title order={3} size="h5" mt="md" mb={6}>
            {said.problems}
          </Title>
          <List size="sm" spacing={4} className={classes.problems}>
            {[...new Set(imported.problems)].map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="sm" mt="md">
        <Link to="/notes" search={{}} className={classes.link}>
          {words.states.toMeetings}
        </Link>
      </Text>
    </Paper>
  )
}
