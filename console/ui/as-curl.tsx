/** What the page just did, as a line for a shell. */
import { Collapse, Group, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { curlOf } from '../api/curl.ts'
import { lastSent, subscribeToSent } from '../api/send.ts'
import { words } from '../words/words.ts'
import classes from './as-curl.module.css'
import rows from './entries.module.css'
import { Copy } from './secret.tsx'

export function AsCurl() {
  // Before the effects that let the page read.
  useLayoutEffect(() => subscribeToSent(() => {}), [])
  const sent = useSyncExternalStore(subscribeToSent, lastSent)
  const [isOpen, { toggle }] = useDisclosure(false)
  if (!sent) return null
  const line = curlOf(sent)
  return (
    <section className={classes.curl} aria-label={words.asCurl}>
      <Group justify="space-between" wrap="nowrap">
        <UnstyledButton className={classes.toggle} onClick={toggle} aria-expanded={isOpen}>
          <IconChevronRight size={14} data-open={isOpen || undefined} />
          {words.asCurl}
          <code className={classes.brief}>{`${sent.method} ${new URL(sent.url).pathname}`}</code>
        </UnstyledButton>
        <Copy text={line} />
      </Group>
      <Collapse expanded={isOpen}>
        <pre className={rows.block}>{line}</pre>
      </Collapse>
    </section>
  )
}
