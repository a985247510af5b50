/** The files of which nothing is taken, and why. */
import { Text, Title } from '@mantine/core'
import type { Unreadable } from '../../../meeting-import/meetings.ts'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'
import classes from './import.module.css'

const { bring: said } = words

/** A reader's sentence in the person's language. */
function sayReason(reason: string): string {
  const [, ending] = /^Files that end in (\.\w+) are not read$/.exec(reason) ?? []
  return ending ? said.notRead(ending) : ofService(reason)
}

export function UnreadableFiles({ files }: { files: readonly Unreadable[] }) {
  if (files.length === 0) return null
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {said.unreadable(files.length)}
      </Title>
      <ul className={classes.unreadable}>
        {files.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <bdi>{path}</bdi>{' '}
            <Text span size="sm" c="dimmed">
              {sayReason(reason)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
