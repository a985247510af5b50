/** Secrets, which are shown only once, and other texts to copy. */
import { Alert, Button, CopyButton, Stack } from '@mantine/core'
import { words } from '../words/words.ts'
import classes from './entries.module.css'

/** @param isNew  takes the focus, because it has replaced the focused element */
export function Copyable({ label, text, isNew }: { label: string; text: string; isNew?: boolean }) {
  return (
    <fieldset className={classes.secret} aria-label={label}>
      <code>{text}</code>
      <Copy text={text} isNew={isNew} />
    </fieldset>
  )
}

type CopyProps = { text: string; label?: string; isNew?: boolean | undefined }

export function Copy({ text, label = words.copy, isNew }: CopyProps) {
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant={copied ? 'light' : 'default'}
          onClick={copy}
          style={{ flex: 'none' }}
          autoFocus={isNew}
        >
          {copied ? words.copied : label}
        </Button>
      )}
    </CopyButton>
  )
}

/** A secret is in no cache and no storage, and is gone when this closes. */
export function Secret({ label, secret, children }: { label: string; secret: string; children: string }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" role="status">
        {children}
      </Alert>
      <Copyable label={label} text={secret} isNew />
    </Stack>
  )
}
