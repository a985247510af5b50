/** The package has no types. It returns a stream of the old kind, which `Readable.wrap` takes. */
declare module 'unbzip2-stream' {
  export default function unbzip2(): NodeJS.ReadWriteStream
}
