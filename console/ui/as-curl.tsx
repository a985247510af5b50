/** The page's last read and last change as curl commands. */
import { Collapse, Group, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { curlOf, type SentRequest } from '../api/curl.ts'
import { actingFor } from '../api/on-behalf.ts'
import { clearSent, lastSent, subscribeToSent } from '../api/send.ts'
import { words } from '../words/words.ts'
import classes from './as-curl.module.css'
import rows from './entries.module.css'
import { Copy } from './secret.tsx'

/** @param path  what this page reads, such as `/api/v1/webhooks`; shown until it has sent a request */
export function AsCurl({ path }: { path: string }) {
  // A layout effect, to run before the effects in which the page reads.
  useLayoutEffect(() => subscribeToSent(() => {}), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useLayoutEffect(() => clearSent, [path])
  const { read, change } = useSyncExternalStore(subscribeToSent, lastSent)
  const isOwn = read !== null && new URL(read.url).pathname === path
  return (
    <div className={classes.curl}>
      <Line label={words.asCurl} sent={isOwn ? read : requestOf(path)} />
      {change && <Line label={words.lastChange} sent={change} />}
    </div>
  )
}

const requestOf = (path: string): SentRequest => ({
  method: 'GET',
  url: location.origin + path,
  body: '',
  onBehalfOf: actingFor()?.id ?? null,
})

function Line({ label, sent }: { label: string; sent: SentRequest }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const line = curlOf(sent)
  return (
    <section aria-label={label}>
      <Group justify="space-between" wrap="nowrap">
        <UnstyledButton className={classes.toggle} onClick={toggle} aria-expanded={isOpen}>
          <IconChevronRight size={14} data-open={isOpen || undefined} />
          <span className={classes.label}>{label}</span>
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
