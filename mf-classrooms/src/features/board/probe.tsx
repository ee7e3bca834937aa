import { Excalidraw, reconcileElements } from '@excalidraw/excalidraw';
import '@excalidraw/excalidraw/index.css';
export function Probe() { return <Excalidraw langCode="ja-JP" onChange={(e) => console.log(reconcileElements)} />; }
