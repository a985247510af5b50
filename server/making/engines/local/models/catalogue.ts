/** The models that `minutebook models add` knows: where they are, what is in them, and what for. *Pure.* */

/** What a model does: `segmentation` says when speakers change, `voices` tells voices apart. */
export const purposes = ['words', 'detector', 'segmentation', 'voices', 'notes'] as const
export type Purpose = (typeof purposes)[number]

/** `role` is what the engine calls the file. */
export type ModelFile = { role: string; name: string; bytes: number; sha256: string }

export type Model = {
  name: string
  purpose: Purpose
  /** For people. */
  languages: string
  licence: string
  /** The archive (tar.bz2), or the only file itself. */
  source: { url: string; bytes: number; sha256: string }
  files: ModelFile[]
}

const sherpa = 'https://github.com/k2-fsa/sherpa-onnx/releases/download'

/** A model that is downloaded as one file. */
function single(model: Omit<Model, 'files'>, role: string): Model {
  const { url, bytes, sha256 } = model.source
  return { ...model, files: [{ role, name: url.slice(url.lastIndexOf('/') + 1), bytes, sha256 }] }
}

export const catalogue: Model[] = [
  {
    name: 'parakeet-tdt-0.6b-v3',
    purpose: 'words',
    languages: '25 European languages',
    licence: 'CC-BY-4.0',
    source: {
      url: `${sherpa}/asr-models/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2`,
      bytes: 487_170_055,
      sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
    },
    files: [
      {
        role: 'encoder',
        name: 'encoder.int8.onnx',
        bytes: 652_184_281,
        sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      },
      {
        role: 'decoder',
        name: 'decoder.int8.onnx',
        bytes: 11_845_275,
        sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      },
      {
        role: 'joiner',
        name: 'joiner.int8.onnx',
        bytes: 6_355_277,
        sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      },
      {
        role: 'tokens',
        name: 'tokens.txt',
        bytes: 93_939,
        sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      },
    ],
  },
  {
    // The recognizer reads in the name that it knows English alone.
    name: 'parakeet-tdt-110m.en',
    purpose: 'words',
    languages: 'English',
    licence: 'CC-BY-4.0',
    source: {
      url: `${sherpa}/asr-models/sherpa-onnx-nemo-parakeet_tdt_transducer_110m-en-36000-int8.tar.bz2`,
      bytes: 108_035_095,
      sha256: 'f628312e9fdf8686374cb01a69425c41732529d540860311f16f37cbc32cfe9b',
    },
    files: [
      {
        role: 'encoder',
        name: 'encoder.int8.onnx',
        bytes: 131_113_202,
        sha256: '0f35509ddeb9b39002fb077d979a9fe74f06eb0bc4dd5c34f512f82e5111d657',
      },
      {
        role: 'decoder',
        name: 'decoder.int8.onnx',
        bytes: 3_955_863,
        sha256: 'f7c331c5504c2e593c76ed22b728e3f554af6c4a383dde862e719ced08b1da19',
      },
      {
        role: 'joiner',
        name: 'joiner.int8.onnx',
        bytes: 1_411_403,
        sha256: 'bf7dff69e9f2cdbe9943d70da358f38b361c115ba0105bae7e908e0d6ec782f6',
      },
      {
        role: 'tokens',
        name: 'tokens.txt',
        bytes: 9_953,
        sha256: '450e56bd2f036fe5b6aa821865838cc5aa9d8b0106134ce9a9ba0664abe6cd10',
      },
    ],
  },
  single(
    {
      name: 'silero-vad',
      purpose: 'detector',
      languages: 'any',
      licence: 'MIT',
      source: {
        url: 'https://github.com/snakers4/silero-vad/raw/v6.2.1/src/silero_vad/data/silero_vad.onnx',
        bytes: 2_327_524,
        sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
      },
    },
    'model',
  ),
  {
    name: 'pyannote-segmentation-3.0',
    purpose: 'segmentation',
    languages: 'any',
    licence: 'MIT',
    source: {
      url: `${sherpa}/speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2`,
      bytes: 6_958_444,
      sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
    },
    files: [
      {
        role: 'model',
        name: 'model.onnx',
        bytes: 5_992_913,
        sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
      },
    ],
  },
  single(
    {
      name: 'titanet-small',
      purpose: 'voices',
      languages: 'any',
      licence: 'CC-BY-4.0',
      source: {
        // The tag is misspelt there.
        url: `${sherpa}/speaker-recongition-models/nemo_en_titanet_small.onnx`,
        bytes: 40_257_283,
        sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
      },
    },
    'model',
  ),
  single(
    {
      name: 'qwen3-4b-instruct-2507',
      purpose: 'notes',
      languages: 'many',
      licence: 'Apache-2.0',
      source: {
        url: 'https://huggingface.co/bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF/resolve/ae44f08e1392f39c0e474af10c3ff8355c8b6688/Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
        bytes: 2_497_280_736,
        sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
      },
    },
    'model',
  ),
]

/** Beside a model for words. */
const besideWords = ['silero-vad', 'pyannote-segmentation-3.0', 'titanet-small']

/** One name for what a task needs together. */
export const sets: Record<string, string[]> = {
  speech: ['parakeet-tdt-0.6b-v3', ...besideWords],
  'speech-small': ['parakeet-tdt-110m.en', ...besideWords],
  notes: ['qwen3-4b-instruct-2507'],
}

/**
 * In the order in which they are installed. A recording that waits is transcribed as soon as there are words and a detector,
 * so words come last: its speakers are told apart then too.
 * @returns the models that a name means; none if it is unknown
 */
export function modelsNamed(name: string, known = catalogue): Model[] {
  const names = Object.hasOwn(sets, name) ? sets[name]! : [name]
  const isLast = ({ purpose }: Model) => Number(purpose === 'words')
  return known.filter((model) => names.includes(model.name)).sort((one, other) => isLast(one) - isLast(other))
}
