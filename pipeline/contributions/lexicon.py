"""Word lists of the rules: the nouns that say what a thing is, and the capitals that name no contribution."""

from __future__ import annotations


def _words(lines: str) -> frozenset[str]:
    return frozenset(lines.split())


def _with_plurals(lines: str) -> frozenset[str]:
    words = lines.split()
    plurals = (
        f"{word[:-1]}ies" if word[-1] == "y" else f"{word}es" if word[-1] in "sx" else f"{word}s" for word in words
    )
    return frozenset([*words, *plurals])


BENCHMARK_NOUNS = _with_plurals("benchmark suite testbed leaderboard testset competition") | {"benchmarking"}
DATASET_NOUNS = _with_plurals("dataset corpus collection database") | {"data", "corpora", "datasets"}
STUDY_NOUNS = _words("study analysis audit investigation survey")
# Parts of something larger, where a larger thing has been named before.
PART_NOUNS = _with_plurals(
    "module component mechanism strategy loss layer block stage scheme objective encoder decoder head term regularizer "
    "sampler unit regime setting subset split tokenizer adapter router scheduler reward predictor step part "
    "subroutine schedule attention embedding normalization regularization curriculum"
)
METHOD_NOUNS = _with_plurals(
    "framework method algorithm model approach system architecture paradigm agent pipeline technique metric estimator variant rule control "
    "optimizer policy planner network library toolkit platform tool simulator environment representation procedure "
    "protocol version extension alternative measure kernel formulation robot gripper hand sensor device "
    "language package software operator attack defense test solver controller family class series recipe process "
    "transformer engine infrastructure codebase interface design generator detector classifier learner "
    "workflow ecosystem solution methodology counterpart score index criterion transform distance prior baseline "
    "instantiation implementation program format programme foundation space assistant verifier checker "
    "compiler optimisation optimization modification localizer tracker teleoperator exoskeleton manipulator quadrotor "
    "judge evaluator backbone codec quantizer kit gym"
)
HEAD_NOUNS = METHOD_NOUNS | PART_NOUNS | BENCHMARK_NOUNS | DATASET_NOUNS | STUDY_NOUNS
# A newly named problem, effect or notion is no contribution in the sense of the table.
NOTION_NOUNS = _with_plurals(
    "problem phenomenon effect notion condition property assumption issue gap dimension complexity quantity "
    "bound inequality hypothesis failure dilemma paradox bias curse law trap regime challenge task setting question "
    "equilibrium theorem lemma conjecture principle disconnect bottleneck limitation paper world threat risk vulnerability"
) | {"phenomena", "hypotheses", "equilibria"}

# What a collection is of, where it is not of data.
MODEL_NOUNS = _words(
    "models llms vlms mllms agents networks algorithms methods policies estimators optimizers samplers architectures modules tools"
)
TASK_NOUNS = _words("tasks problems questions benchmarks tests environments games puzzles challenges exams")
# Known techniques, measures and institutions: spelled out in many abstracts, introduced by none.
KNOWN = _words(
    "AAAI ACL AD ADMM AE AGI AI AIC ALS AMP ANN ANOVA API APIs AR ARIMA ASR AST ATE AUC AUROC AV AVs BAI BART BC BCE BCI BERT "
    "BEV BFS BIC BLEU BM25 BN BNN BNNs BO BPE CAD CAM CATE CBF CBFs CCA CDF CE CFG CFR CG CI CLIP CLT CMDP CNN CNNs COCO COLT COT "
    "CP CPU CPUs CRF CT CTMC CTR CV CVaR CVAE CVPR CoT CUDA DAG DAGs DDIM DDPM DDPG DFS DINO DINOv2 DL DLM DLMs DM DNA DNN DNNs "
    "DP DPO DPP DQN DR DRL DRO DSL DTW EA ECE ECG EEG EHR EHRs EI ELBO EM EMA ERM ESDF FAISS FDA FDR FFN FFT FID FIM FL FLOP "
    "FLOPs FM FMs FNO FPGA FPS FTPL FTRL FedAvg GAE GAM GAMs GAN GANs GAT GATs GBDT GCN GCNs GD GDPR GEMM GLM GLMs GLUE GMM GMMs GNN GNNs "
    "GP GPS GPT GPs GPU GPUs GRPO GRU GS GUI GUIs GitHub HCI HMC HMM HMMs HNSW HOI HPC HPO HRI HTTP ICA ICL ICLR ICML IID IL "
    "IMU IMUs INR INRs IO IPS IPW IR IRL ISTA IT ITE IoT IoU JAX JSON KAN KANs KD KG KGs KL KNN KRR KV KVCache LASSO LBFGS LDA LDM LDMs LDP LLM "
    "LLMs LM LMs LMM LMMs LP LPIPS LPs LQG LQR LRM LRMs LSTM LSTMs LSH LTL LVLM LVLMs LaTeX LiDAR LIDAR LoRA MAB MAE MAML MAP MAPPO MARL MAS MC MCMC "
    "MCP MCTS MDP MDPs MF MH MIA MIAs MILP MIMO MIP ML MLE MLLM MLLMs MLM MLMs MLP MLPs MMD MNIST MPC MPNN MPNNs MPPI MRI MSE MTL MVS MaxSAT Mamba MoE MoEs "
    "NAS NCE NE NER NFE NFEs NIPS NLI NLL NLP NMT NN NNs NP NPs NPU NPUs NTK NUTS NVS NaN NeRF NeRFs NeurIPS OCR OCO ODE ODEs OLS OOD OPE ORM OS OT PAC PC PCA PDE "
    "PDEs PEFT PF PGD PI PID PINN PINNs PLM PLMs POMDP POMDPs PPO PPR PRM PRMs PSNR PTQ PU QA QAT QP QR RAG RAM RANSAC RBF RBM RCT RCTs RCE RF RFF RFT RGB "
    "RGB-D RGBD RKHS RKHSs RL RLAIF RLHF RLVR RM RMs RMSE RNA RNN RNNs ROC ROI ROS RPC RSS RTL RoPE SAC SAE SAEs SAM SARSA SAS SAT SBI SDE SDEs SDF SDFs SE SFT SGD SGLD SHAP "
    "SI SISO SIMD SLAM SLM SLMs SLO SLOs SMC SMOTE SMT SNN SNNs SNR SOC SOTA SPD SQL SQ SR SSD SSIM SSL SSM SSMs STE SVD SVGD SVI SVM SVMs SWE SfM SoTA T2I T2V TD TD3 TF-IDF TPU TPUs "
    "TS TSP TTA TTS TTT TTC TV UAV UAVs UCB UI UMAP UQ URL USA UV VAE VAEs VC VI VLA VLAs VLM VLMs VLN VQ VQA VQVAE VQ-VAE VR ViT ViTs WER WSI WSIs XAI XGBoost XML XR 3D 2D 4D "
    "1D 6D 3DGS 2DGS 6DoF 6-DoF DoF AdamW Adam Muon PyTorch TensorFlow ImageNet LaMDA LLaMA ChatGPT OpenAI DeepMind NVIDIA MuJoCo MATLAB MC-Dropout "
    "I II III IV IEEE IoTs PhD US UK EU AUPRC mAP mIoU nDCG NDCG AR/VR VR/AR CoTs dLLM dLLMs DLLM DLLMs MDM MDMs AGIs LRMs A/B C++ "
    "DKW IDM MoT BF FPT U-Net ResNet ResNet-50 GPT-2 GPT-3 GPT-4 GPT-4o Llama-2 Llama-3 Qwen2.5 LLaVA BERT Transformer Transformers DDPMs K-means Q-learning X-ray VB Lean Python Rust Java GSE ICU CTs MRIs PET fMRI ToF HVAC LMIs SMPL SMPL-X FLAME CARLA TTFT KVs LVLM PDDL STL BLO"
)
# Opening words of a sentence or of a generic phrase that look like a name by their capital.
PLAIN = _words(
    "A An The We Our This These Those It They Here There In On At By For From With Without To Through Via As And But Or If When While "
    "Although Our Both Each Such Using Given Under Extensive Experiments Experimental Empirical Empirically Results Code "
    "Bayesian Gaussian Markov Euclidean Riemannian Lagrangian Hamiltonian Bernoulli Poisson Fourier Wasserstein Hilbert Banach Lipschitz "
    "Newton Monte-Carlo Nash Pareto Thompson Langevin Gibbs Hessian Jacobian Bellman Figure Table Section "
    "However Moreover Furthermore Finally Specifically Notably Additionally Recent Existing Prior Theorem Lemma English Chinese "
    "Stein Lyapunov Boltzmann Laplace Hadamard Cauchy Kalman Shapley Koopman Lie Cartesian Boolean Byzantine Earth Internet"
)
# A hyphened word with such an end qualifies a noun and names nothing.
ADJECTIVE_ENDS = _words(
    "based style like aware driven guided free level order specific type dependent agnostic invariant equivariant optimal efficient "
    "dimensional time step shot hard complete centric only inspired conditioned augmented enhanced generated trained tuned "
    "informed constrained regularized powered enabled oriented assisted to-end grounded independent compatible adaptive scale "
    "compliant native friendly valued norm robust induced robustness fair supervised parametric weighted convex smooth regular "
    "norms bit bits theoretic competitive planning regret approximation sparse function functions learning world play model models "
    "calibrated calibration embedded equipped mediated integrated trajectory coupled controlled as-a-judge style-based in-the-loop"
)
