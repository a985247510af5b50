/** An address, which is broken after its slashes before it is broken inside a word. */
import { Fragment } from 'react'

export const Address = ({ url }: { url: string }) =>
  url.split(/(?<=[/?&])(?!\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
