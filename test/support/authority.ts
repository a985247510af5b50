/** Certificates for the servers of tests, from an authority that this process trusts from now on. */
import { isIP } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'

const common = { keyType: 'ec', algorithm: 'sha256' } as const

const authority = await generate([{ name: 'commonName', value: 'Minutebook test authority' }], {
  ...common,
  extensions: [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ],
})
/** For processes of their own: a file with it goes into NODE_EXTRA_CA_CERTS. */
export const authorityCertificate: string = authority.cert
setDefaultCACertificates([...getCACertificates('default'), authority.cert])

/** `stranger`: signed by an authority that nobody knows; `later`: not valid yet. */
export type Certificate = 'good' | 'self-signed' | 'stranger' | 'expired' | 'later'

/** @param names  host names and addresses that it is for */
export async function certificateFor(names: string[], certificate: Certificate = 'good') {
  const stranger =
    certificate === 'stranger' ? await generate([{ name: 'commonName', value: 'Stranger' }], common) : null
  const issuer = stranger ?? authority
  const day = 86_400_000
  const [from, until] = certificate === 'expired' ? [-9, -1] : certificate === 'later' ? [1, 9] : [-1, 9]
  const { cert, private: key } = await generate([{ name: 'commonName', value: names[0]! }], {
    ...common,
    ...(certificate !== 'self-signed' && { ca: { key: issuer.private, cert: issuer.cert } }),
    notBeforeDate: new Date(Date.now() + from * day),
    notAfterDate: new Date(Date.now() + until * day),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  })
  return { cert, key }
}
