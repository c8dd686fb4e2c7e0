import type { FormEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { typedCode } from '#domain/code-link.ts';
import type { Code } from '#domain/store.ts';
import { wrongCode } from '#texts/camera.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { cameraTexts } from './texts.ts';

interface CodeDialogProps {
  readonly codes: readonly Code[];
  readonly codeBase: string;
  readonly onCode: (code: Code) => void;
  readonly onClose: () => void;
}

/** «Ingresar código», for a QR that cannot be read. */
export function CodeDialog({ codes, codeBase, onCode, onClose }: CodeDialogProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const code = typedCode(typed, codeBase, codes);
    setWrong(code === null);
    if (code) onCode(code);
    else field.current?.focus();
  };
  return (
    <Overlay
      open
      footer={<FormAnswers confirm={cameraTexts.confirm} form={form} onCancel={onClose} />}
      title={cameraTexts.byHand}
      onClose={onClose}
    >
      <form noValidate id={form} onSubmit={submit}>
        <TextField
          ref={field}
          data-autofocus=""
          autoCapitalize="characters"
          autoComplete="off"
          error={wrong ? wrongCode : undefined}
          hint={cameraTexts.fieldHint}
          label={cameraTexts.field}
          spellCheck={false}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setWrong(false);
          }}
        />
      </form>
    </Overlay>
  );
}
