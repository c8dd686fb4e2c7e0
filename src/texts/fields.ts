import type { FieldProblem } from '#domain/errors.ts';
import type { PhoneProblem } from '#domain/phone.ts';

/**
 * The sentence below the phone field of a person's own account. The checkout uses the short one of E-15.
 */
export const phoneProblemTexts: Readonly<Record<PhoneProblem, string>> = {
  'not-a-number': 'Debe ser numérico',
  'no-country': 'Debe incluir el código de país, incluyendo el signo +',
  'too-short': 'Es demasiado corto',
  'invalid-length': 'Contiene una longitud inválida',
  'too-long': 'Es demasiado largo',
  invalid: 'Es inválido',
};

/** The sentence below a field (E-08 to E-14, E-16). */
export function fieldText(problem: FieldProblem): string {
  switch (problem.rule) {
    case 'required':
      return 'Este campo es obligatorio';
    case 'min-length':
      return `Este campo debe tener al menos ${problem.min} caracteres`;
    case 'max-length':
      return `Este campo debe tener ${problem.max} caracteres como máximo`;
    case 'min-value':
      return `Este campo debe tener un valor mínimo de ${problem.min}`;
    case 'max-value':
      return `Este campo debe tener un valor máximo de ${problem.max}`;
    case 'email':
      return 'No es una dirección de correo electrónico válida';
    case 'equal':
      return `El valor debe ser igual al valor del campo ${problem.otherName}`;
    case 'choose-type':
      return 'Debe seleccionar un tipo';
    case 'phone':
      return 'Teléfono inválido';
    case 'account-phone':
      return phoneProblemTexts[problem.problem];
    case 'common-password':
      return 'Es una contraseña muy usada, elegí otra';
    case 'address':
      return 'Seleccione una dirección válida.';
    case 'pin':
      return 'El PIN tiene de 4 a 6 números';
    case 'easy-pin':
      return 'Es un PIN fácil de adivinar, elegí otro';
    // texts/invoices says what is wrong; the first screens do without its sentences.
    case 'invoice':
    case 'invalid':
      return 'Es inválido';
  }
}
