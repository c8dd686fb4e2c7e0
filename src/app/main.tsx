import { startApp } from './start.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void startApp(root);
