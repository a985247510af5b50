/** The assistants that a person let in. */
import { Title } from '@mantine/core'
import classes from '../../ui/layout.module.css'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { Grants } from './grants.tsx'

export function AssistantsPage() {
  usePageTitle(words.assistants.title)
  return (
    <div className={classes.content}>
      <Title order={1} mb="xs">
        {words.assistants.title}
      </Title>
      <Grants />
    </div>
  )
}
