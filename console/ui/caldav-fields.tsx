/** The fields of an account on a CalDAV server: its address, user name and password. */
import { PasswordInput, TextInput } from '@mantine/core'
import { words } from '../words/words.ts'

const { calendar: said } = words

export type Access = { url: string; username: string; password: string }

type Fields = { access: Access; onChange: (access: Access) => void; hints: { server: string; password: string } }

export const isComplete = ({ url, username, password }: Access) =>
  url.trim() !== '' && username.trim() !== '' && password !== ''

/** As it is sent: `cloud.example.com` is enough. */
export function completed({ url, username, password }: Access): Access {
  const address = url.trim()
  return { url: /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`, username: username.trim(), password }
}

export function CaldavFields({ access, onChange, hints }: Fields) {
  return (
    <>
      <TextInput
        label={said.server}
        description={hints.server}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={8_192}
        value={access.url}
        onChange={(event) => onChange({ ...access, url: event.currentTarget.value })}
      />
      <TextInput
        label={said.userName}
        autoComplete="off"
        spellCheck={false}
        maxLength={320}
        value={access.username}
        onChange={(event) => onChange({ ...access, username: event.currentTarget.value })}
      />
      <PasswordInput
        label={said.appPassword}
        description={hints.password}
        // It is of another service: the browser must not keep it for this one.
        autoComplete="off"
        maxLength={1_024}
        value={access.password}
        onChange={(event) => onChange({ ...access, password: event.currentTarget.value })}
      />
    </>
  )
}
