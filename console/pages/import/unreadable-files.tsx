/** The files of which nothing is taken, and why. */
import { Text, Title } from '@mantine/core'
import type { Unreadable } from '../../../meeting-import/meetings.ts'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'
import classes from './import.module.css'

const { import: said } = words

/** Sentences of the readers that name a file or a place, which the person's own sentence names too. */
const reasons: [RegExp, keyof typeof said.reasons][] = [
  [/^Files that end in (\.\w+) are not read$/, 'ending'],
  [/^It is a copy of (.+)$/s, 'copy'],
  [/^Of one meeting one recording is kept: (.+)$/s, 'oneRecording'],
  [/^The archive names (".+"), which leads out of it$/s, 'leadsOut'],
  [/^The archive is damaged at (.+)$/s, 'damagedAt'],
  [/^(.+) grows to more than 200 times its size, as a bomb does: /s, 'bomb'],
  [/^It is no transcript that can be read: (.+)$/s, 'noTranscript'],
]

/** A reader's sentence in the person's language. */
function sayReason(reason: string): string {
  for (const [form, name] of reasons) {
    const [, what] = form.exec(reason) ?? []
    if (what !== undefined) return said.reasons[name](what)
  }
  return ofService(reason)
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
