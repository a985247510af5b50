/** What is not set up, and the next step: an administrator is led to it, others read what they can do and whom to ask. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isAdministrator } from '../api/person.ts'
import { type Missing, missingOf, setUpAt } from '../words/not-set-up.ts'
import { ofService } from '../words/of-service.ts'
import { words } from '../words/words.ts'

const { of: sentences, where } = words.notSetUp

export function NextStep({ of }: { of: Missing }) {
  if (!isAdministrator()) return sentences[of].member
  const place = setUpAt[of]
  if (!place) return sentences[of].admin
  const { tab, part } = place
  return (
    <>
      {sentences[of].admin}{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link to="/admin" search={{ tab }} hash={part} {...props} />}
      >
        {where[tab]}
      </Anchor>
    </>
  )
}

/** A sentence of the service; if it says that something is not set up, with the next step. */
export function Sentence({ of }: { of: string }) {
  const missing = missingOf(of)
  return missing ? <NextStep of={missing} /> : ofService(of)
}
