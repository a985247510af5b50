/** Certificates for test servers, from an authority that this process trusts. */
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
/** For other processes: write it to a file and name that in NODE_EXTRA_CA_CERTS. */
export const authorityCertificate: string = authority.cert
setDefaultCACertificates([...getCACertificates('default'), authority.cert])

/** `stranger`: signed by an unknown authority; `later`: not valid yet. */
export type Certificate = 'good' | 'self-signed' | 'stranger' | 'expired' | 'later'

/** @param names  the host names and addresses of the certificate */
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
