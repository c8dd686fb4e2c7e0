import { useState } from 'react';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconEye, IconEyeOff } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/**
 * A text field that hides the password until the person shows it. Pass autoComplete: current-password or new-password.
 */
export function PasswordField({ disabled, ...props }: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      disabled={disabled}
      trailing={
        <IconButton
          disabled={disabled}
          icon={shown ? <IconEyeOff size={22} /> : <IconEye size={22} />}
          label={shown ? uiTexts.hidePassword : uiTexts.showPassword}
          onClick={() => setShown(!shown)}
        />
      }
      type={shown ? 'text' : 'password'}
    />
  );
}
